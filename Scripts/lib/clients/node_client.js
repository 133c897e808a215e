// Node's http and https: URL and file in pairs; "POST SENT" before a pair sends a file. These modules heed no proxy
// variable, so the client opens the tunnel itself, or the package "socks" does; trust is Node's.
const http = require('http'), https = require('https'), tls = require('tls'), fs = require('fs'), zlib = require('zlib');
const socks = require('./node_socks.js');
const proxy = process.env.HTTPS_PROXY ? new URL(process.env.HTTPS_PROXY) : null;
function ask(url, out, sent) {
  return new Promise((done, failed) => {
    const target = new URL(url), secure = target.protocol === 'https:';
    const options = {method: sent ? 'POST' : 'GET', headers: {Host: target.host, 'Accept-Encoding': 'gzip'}, agent: false};
    if (sent) options.headers['Content-Length'] = sent.length;
    const send = (module, more) => {
      const request = module.request({...options, ...more}, answer => {
        if (answer.statusCode !== 200) return failed(new Error(url + ' answered ' + answer.statusCode));
        const pieces = [];
        answer.on('data', piece => pieces.push(piece));
        answer.on('aborted', () => failed(new Error(url + ' was cut')));
        answer.on('end', () => {
          let body = Buffer.concat(pieces);
          if (answer.headers['content-encoding'] === 'gzip') body = zlib.gunzipSync(body);
          fs.writeFileSync(out, body);
          done();
        });
      });
      request.on('error', failed);
      request.end(sent);
    };
    if (socks.isAsked) {
      return socks.open(target.hostname, target.port || (secure ? 443 : 80)).then(socket => {
        const connection = secure ? tls.connect({socket, servername: target.hostname}) : socket;
        connection.on('error', failed);
        send(http, {agent: undefined, createConnection: () => connection, path: target.pathname});
      }, failed);
    }
    if (!proxy) return send(secure ? https : http, {host: target.hostname, port: target.port, path: target.pathname});
    const via = {host: proxy.hostname, port: proxy.port};
    if (!secure) return send(http, {...via, path: url});
    const place = `${target.hostname}:${target.port || 443}`;
    const tunnel = http.request({...via, method: 'CONNECT', path: place, headers: {Host: place}});
    tunnel.on('error', failed);
    tunnel.on('connect', (answer, socket) => {
      if (answer.statusCode !== 200) return failed(new Error('CONNECT answered ' + answer.statusCode));
      const secured = tls.connect({socket, servername: target.hostname}, () =>
        send(http, {agent: undefined, createConnection: () => secured, path: target.pathname}));
      secured.on('error', failed);
    });
    tunnel.end();
  });
}
(async () => {
  const given = process.argv.slice(2);
  while (given.length) {
    const sent = given[0] === 'POST' ? fs.readFileSync(given.splice(0, 2)[1]) : null;
    const [url, out] = given.splice(0, 2);
    await ask(url, out, sent);
  }
})().catch(error => { console.error(error); process.exit(1); });
