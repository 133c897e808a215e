// Connections of Node's clients through the SOCKS proxy that ALL_PROXY names, by the package "socks".
const proxy = process.env.ALL_PROXY ? new URL(process.env.ALL_PROXY) : null;
exports.isAsked = proxy !== null;
exports.open = async (host, port) => {
  const {SocksClient} = require('socks');
  const {socket} = await SocksClient.createConnection({
    proxy: {host: proxy.hostname, port: Number(proxy.port), type: 5}, command: 'connect',
    destination: {host, port: Number(port)},
  });
  return socket;
};
