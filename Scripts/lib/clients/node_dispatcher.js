// What undici's requests go through, as its documentation shows: its ProxyAgent, a connector over a SOCKS proxy, or
// its Agent.
const {ProxyAgent, Agent, buildConnector} = require('undici');
const socks = require('./node_socks.js');

exports.dispatcher = ca => {
  const proxy = process.env.HTTPS_PROXY;
  if (proxy) return new ProxyAgent({uri: proxy, requestTls: {ca}});
  if (!socks.isAsked) return new Agent({connect: {ca}});
  const upgrade = buildConnector({ca});
  return new Agent({
    connect(options, done) {
      const secure = options.protocol === 'https:';
      socks.open(options.hostname, options.port || (secure ? 443 : 80)).then(
        socket => secure ? upgrade({...options, httpSocket: socket}, done) : done(null, socket), done);
    },
  });
};
