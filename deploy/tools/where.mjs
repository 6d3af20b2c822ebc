/**
 * Where is an order, and what took long: `npm run where -- ORDER`, the id of the order as the back office shows it.
 * Reads the log files of all processes (`DATA_DIR`/logs, or `--logs FOLDER`), or lines from a pipe:
 * `docker compose logs --no-log-prefix | npm run -s where -- ORDER -`
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// not `parseArgs`: one id in 64 begins with a hyphen
const given = process.argv.slice(2);
const at = given.indexOf('--logs');
const [, logs] = at < 0 ? [] : given.splice(at, 2);
const [orderId, source] = given;
if (!orderId) {
  process.stderr.write('usage: npm run where -- ORDER [--logs FOLDER | -]\n');
  process.exit(2);
}

const folder = logs ?? join(process.env.DATA_DIR ?? '.data', 'logs');
const textOf = () => {
  if (source === '-') return readFileSync(0, 'utf8');
  const files = readdirSync(folder).filter((name) => name.includes('.log'));
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
};
const parse = (line) => {
  if (!line.startsWith('{')) return [];
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
};

const lines = textOf().split('\n').flatMap(parse);
const ofOrder = lines.filter((line) => line.orderId === orderId);
const chains = new Set(ofOrder.map(({ correlationId }) => correlationId).filter(Boolean));
/** Lines of the same requests and messages that name no order, such as an error before the order was known. */
const around = lines.filter((line) => line.orderId === undefined && chains.has(line.correlationId));
const story = [...ofOrder, ...around].sort((a, b) => a.time - b.time);

if (story.length === 0) {
  process.stdout.write(`No log line names order ${orderId}. Lines about orders need LOG_LEVEL=info.\n`);
  process.exit(1);
}

const hidden = new Set([
  'time',
  'level',
  'msg',
  'service',
  'orderId',
  'correlationId',
  'requestId',
  'eventId',
  'err',
]);
const detailsOf = (line) => [
  ...Object.entries(line)
    .filter(([name]) => !hidden.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`),
  ...(line.err ? [`error=${line.err.message ?? line.err}`] : []),
];
const seconds = (ms) => `${(ms / 1_000).toFixed(3)} s`;
const [first] = story;
let longest = { ms: 0, from: first, to: first };
let previous = first;
for (const line of story) {
  const ms = line.time - previous.time;
  if (ms > longest.ms) longest = { ms, from: previous, to: line };
  const head = `${new Date(line.time).toISOString()} +${seconds(ms)}`.padEnd(40);
  process.stdout.write(`${head} ${line.service.padEnd(16)} ${line.msg} ${detailsOf(line).join(' ')}\n`);
  previous = line;
}

const isLogged = (text) => story.some(({ msg }) => msg === text);
const handled = (queue) => story.some((line) => line.msg === 'message handled' && line.queue === queue);
const steps = [
  ['created', isLogged('order created')],
  ['paid', story.some(({ msg, state }) => msg === 'order state changed' && state === 'paid')],
  ['granted', handled('library.grant-access')],
  ['grant known to payments', handled('payments.fulfil-order') || handled('payments.remember-owned')],
  ['receipt sent', isLogged('receipt sent')],
];
process.stdout.write(`\n${steps.map(([name, isDone]) => `${isDone ? 'yes' : 'no '} ${name}`).join('\n')}\n`);
process.stdout.write(
  `\n${seconds(previous.time - first.time)} in ${story.length} lines; the longest wait, ${seconds(longest.ms)}, is between ` +
    `"${longest.from.msg}" (${longest.from.service}) and "${longest.to.msg}" (${longest.to.service}).\n`,
);
