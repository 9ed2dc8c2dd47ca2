// Prints the processor time a record takes with npm canonicalize and cborg, in
// nanoseconds: node peers.mjs RECORDS SECONDS, in a folder that has both packages.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import canonicalize from 'canonicalize';
import { encode, rfc8949EncodeOptions } from 'cborg';

const lines = readFileSync(process.argv[2], 'utf8').trimEnd().split('\n');
const sha256 = (data) => createHash('sha256').update(data).digest();
const peers = {
  'npm canonicalize': (line) => sha256(canonicalize(JSON.parse(line))),
  'npm cborg': (line) => sha256(encode(JSON.parse(line), rfc8949EncodeOptions)),
};

// The peers take turns; the least turn counts, which was disturbed least.
const turns = Object.fromEntries(Object.keys(peers).map((name) => [name, []]));
const end = Date.now() + 1000 * Number(process.argv[3]);
while (Date.now() < end) {
  for (const [name, run] of Object.entries(peers)) {
    const before = process.cpuUsage();
    for (const line of lines) run(line);
    const { user, system } = process.cpuUsage(before);
    turns[name].push(((user + system) * 1000) / lines.length);
  }
}
for (const [name, times] of Object.entries(turns)) {
  console.log(`peer\t${name}\t${Math.round(Math.min(...times))}`);
}
