/** Checks the gifts of a running site from outside: node deploy/tools/verify-ledger.mjs https://site/api [receipt ...] */
import { createHash } from 'node:crypto';

const [api, ...receipts] = process.argv.slice(2);
const sha = (text) => createHash('sha256').update(text).digest('hex');
const hashOf = ({ id, minor, state }) => sha(`leaf:${id}:${minor}:${state}`);
const join = (left, right) => (right ? sha(`node:${left}:${right}`) : left);
const upwards = (hash, step) => (step.side === 'left' ? join(step.hash, hash) : join(hash, step.hash));
const sumOf = (rows) => rows.reduce((sum, { minor }) => sum + minor, 0);
const rootOf = (level) => {
  if (level.length < 2) return level[0] ?? sha('empty');
  return rootOf(level.flatMap((hash, at) => (at % 2 ? [] : [join(hash, level[at + 1])])));
};
const read = async (path) => (await fetch(`${api}/virtual-run/${path}`)).json();
const print = (line) => process.stdout.write(`${line}\n`);
const differences = [];
const check = (isRight, what) => isRight || differences.push(what);

const { totalMinor, days } = await read('ledger');
const roots = new Map(days.map(({ day, root }) => [day, root]));
for (const { day, root, leaves, minor } of days) {
  const { items } = await read(`ledger/days/${day}`);
  check(items.length === leaves && sumOf(items) === minor, `${day}: its gifts are not its sum`);
  check(rootOf(items.map(hashOf)) === root, `${day}: its gifts are not its root`);
}
check(sumOf(days) === totalMinor, 'the days are not the total');
check((await read('counts')).raisedMinor === totalMinor, 'the pages did not raise the total');
for (const receipt of receipts) {
  const { entries = [] } = await read(`ledger/proof?receipt=${encodeURIComponent(receipt)}`);
  const isProved = ({ day, leaf, salt, path }) =>
    leaf.id === sha(`${salt}:${receipt}`) && path.reduce(upwards, hashOf(leaf)) === roots.get(day);
  check(entries.length > 0 && entries.every(isProved), `${receipt}: it is not proved`);
  print(`${receipt} ${sumOf(entries.map(({ leaf }) => leaf))} paise`);
}
for (const difference of differences) print(difference);
print(`${days.length} days, ${totalMinor} paise, ${differences.length} differences`);
process.exitCode = differences.length > 0 ? 1 : 0;
