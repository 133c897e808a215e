// undici: URL and file in pairs; "POST SENT" before a pair sends a file.
const fs = require('node:fs');
const zlib = require('node:zlib');
const {request, setGlobalDispatcher} = require('undici');
const {dispatcher} = require('./node_dispatcher.js');

setGlobalDispatcher(dispatcher(fs.readFileSync(process.env.NODE_EXTRA_CA_CERTS)));
(async () => {
  const given = process.argv.slice(2);
  while (given.length) {
    const sent = given[0] === 'POST' ? fs.readFileSync(given.splice(0, 2)[1]) : undefined;
    const [url, out] = given.splice(0, 2);
    const answer = await request(url, {
      method: sent ? 'POST' : 'GET', body: sent, headers: {'accept-encoding': 'gzip'},
    });
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
    const body = Buffer.from(await answer.body.arrayBuffer());
    fs.writeFileSync(out, answer.headers['content-encoding'] === 'gzip' ? zlib.gunzipSync(body) : body);
  }
  process.exit(0);
})().catch(error => { console.error(error); process.exit(1); });
