// Canonical bytes and digests in plain JavaScript, held to evref's vectors.
//
//     evref vectors -c jcs | node --stack-size=4000 canonical.mjs
//
// JSON.parse cannot see repeated names, and rounds what it cannot hold. That is
// fine for who publishes a record that was built as an object; who verifies
// records of others needs a stricter reader. The rows that tell the two apart are
// counted, and --strict makes them failures.

import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';

export function read(bytes) {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  return JSON.parse(text);
}

// Sorting by UTF-16 code units, and numbers and strings as ECMAScript writes
// them, is what RFC 8785 asks for and what JavaScript does.
export function jcs(value) {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('number is too large');
  if (typeof value === 'string' && !value.isWellFormed()) throw new RangeError('lone surrogate');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const list = Array.isArray(value);
  const parts = [];
  for (const name of list ? value.keys() : Object.keys(value).sort()) {
    parts.push((list ? '' : jcs(name) + ':') + jcs(value[name]));
  }
  return list ? '[' + parts.join(',') + ']' : '{' + parts.join(',') + '}';
}

export const digest = (value) => 'sha256:' + createHash('sha256').update(jcs(value), 'utf8').digest('hex');

const strict = process.argv.includes('--strict');
const counts = { agree: 0, differ: 0, refused: 0, accepted: {} };
for await (const line of createInterface({ input: process.stdin })) {
  const row = JSON.parse(line);
  let got;
  try {
    got = digest(read(Buffer.from(row.inputBase64, 'base64')));
  } catch {
    got = 'refused';
  }
  if (row.error) {
    if (got === 'refused') counts.refused++;
    else counts.accepted[row.error] = (counts.accepted[row.error] ?? 0) + 1;
  } else if (got === row.digest) {
    counts.agree++;
  } else {
    counts.differ++;
    console.log(`${row.id}: ${got}, want ${row.digest} (${row.why})`);
  }
}
const accepted = Object.entries(counts.accepted).map(([error, n]) => `${n} ${error}`).join(', ') || 'none';
console.log(`${counts.agree} digests agree, ${counts.differ} differ; ${counts.refused} bad inputs refused, accepted: ${accepted}`);
process.exitCode = counts.agree === 0 || counts.differ > 0 || (strict && accepted !== 'none') ? 1 : 0;
