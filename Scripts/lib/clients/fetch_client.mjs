// Node's own fetch: URL and file in pairs; "POST SENT" before a pair sends a file.
import fs from 'node:fs';

const given = process.argv.slice(2);
while (given.length) {
  const sent = given[0] === 'POST' ? fs.readFileSync(given.splice(0, 2)[1]) : undefined;
  const [url, out] = given.splice(0, 2);
  const answer = await fetch(url, {method: sent ? 'POST' : 'GET', body: sent});
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  fs.writeFileSync(out, Buffer.from(await answer.arrayBuffer()));
}
