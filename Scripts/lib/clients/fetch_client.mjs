// Node's own fetch: URL and file in pairs; "POST SENT" before a pair sends a file. Newer versions heed the proxy
// variables when NODE_USE_ENV_PROXY is set; else, and for SOCKS, it goes through a dispatcher of the package undici.
import fs from 'node:fs';
import {createRequire} from 'node:module';

const [major, minor] = process.versions.node.split('.').map(Number);
const heedsProxy = major >= 24 || (major === 22 && minor >= 21);
if (process.env.ALL_PROXY || (process.env.HTTPS_PROXY && !heedsProxy)) {
  const require = createRequire(import.meta.url);
  const {dispatcher} = require('./node_dispatcher.js');
  require('undici').setGlobalDispatcher(dispatcher(fs.readFileSync(process.env.NODE_EXTRA_CA_CERTS)));
}
const given = process.argv.slice(2);
while (given.length) {
  const sent = given[0] === 'POST' ? fs.readFileSync(given.splice(0, 2)[1]) : undefined;
  const [url, out] = given.splice(0, 2);
  const answer = await fetch(url, {method: sent ? 'POST' : 'GET', body: sent});
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  fs.writeFileSync(out, Buffer.from(await answer.arrayBuffer()));
}
