/** The public ledger, checked as a stranger does it: by a script that shares no code with the service (BEY-02). */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startTestServer } from '@satrangi/chassis/testing';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { beforeAll, expect, it } from 'vitest';
import { bootRun, refusal } from './boot-run.ts';

const VERIFIER = fileURLToPath(new URL('../../../deploy/tools/verify-ledger.mjs', import.meta.url));
const GIFTS = 500;
const CONCURRENCY = 8;
const STEP_MS = 900_000;

/** Runs the verifier against a site. @returns its exit code and lines */
const verify = (site: string, known: readonly string[] = []) =>
  new Promise<{ code: number; lines: string[] }>((resolve) => {
    const child = execFile(process.execPath, [VERIFIER, site, ...known], (_error, stdout) =>
      resolve({ code: child.exitCode ?? -1, lines: stdout.trim().split('\n') }),
    );
  });

/** The service behind a server that changes its answers, as a dishonest host does. */
const lyingSite = async (change: (path: string, body: string) => string) => {
  return startTestServer((request, response) => {
    const path = request.url ?? '';
    void fetch(run.service.url + path)
      .then((answer) => answer.text())
      .then((body) => response.setHeader('content-type', 'application/json').end(change(path, body)));
  });
};

const run = useFixture(bootRun);
const receipts: { receipt: string; left: number }[] = [];

beforeAll(async () => {
  const { slug } = await run.register();
  const other = await run.register();
  const start = run.service.clock.now().getTime();
  const giveOne = async (n: number): Promise<void> => {
    const minor = 10_000 + n;
    const target = n % 2 ? slug : other.slug;
    const receipt = `ST-LEDGER${n}`;
    const paidAt = new Date(start + n * STEP_MS).toISOString();
    const orderId = await run.give(target, minor, { receipt, paidAt });
    const back = n % 5 === 0 ? 2_500 : 0;
    if (back > 0) await run.giveBack(orderId, target, back, `re_${n}`);
    if (n % 15 === 0) await run.giveBack(orderId, target, minor - back, `re_rest_${n}`);
    receipts.push({ receipt, left: n % 15 === 0 ? 0 : minor - back });
  };
  const waiting = [...Array(GIFTS).keys()].values();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const n of waiting) await giveOne(n);
    }),
  );
}, 120_000);

it('a script of 40 lines without our code proves 500 gifts with refunds, and the total (BEY-02)', async () => {
  const script = readFileSync(VERIFIER, 'utf8');
  const { code, lines } = await verify(
    run.service.url,
    receipts.map(({ receipt }) => receipt),
  );
  const { raisedMinor } = await run.visitor.getCounts();
  const left = receipts.reduce((sum, gift) => sum + gift.left, 0);

  expect(script.trim().split('\n').length).toBeLessThanOrEqual(40);
  expect(script.match(/^import .*$/gm)).toEqual(["import { createHash } from 'node:crypto';"]);
  expect(lines.slice(0, -1)).toEqual(receipts.map(({ receipt, left: minor }) => `${receipt} ${minor} paise`));
  expect(lines.at(-1)).toMatch(new RegExp(`^[6-9] days, ${left} paise, 0 differences$`));
  expect([code, raisedMinor]).toEqual([0, left]);
});

it.each([
  [
    'a gift is smaller',
    /ledger\/days/,
    /"minor":(\d+)/,
    '"minor":1',
    ['gifts are not its sum', 'gifts are not its root'],
  ],
  [
    'a gift has another state',
    /ledger\/days/,
    /"state":"paid"/,
    '"state":"returned"',
    ['gifts are not its root'],
  ],
  [
    'a gift is left out',
    /ledger\/days/,
    /\{"id"[^}]*\},/,
    '',
    ['gifts are not its sum', 'gifts are not its root'],
  ],
  [
    'a root is another',
    /ledger$/,
    /"root":"../,
    '"root":"zz',
    ['gifts are not its root', 'it is not proved'],
  ],
  [
    'the total is larger',
    /ledger$/,
    /"totalMinor":/,
    '"totalMinor":1',
    ['the days are not the total', 'the pages did not raise the total'],
  ],
  [
    'the counter is larger',
    /counts$/,
    /"raisedMinor":/,
    '"raisedMinor":1',
    ['the pages did not raise the total'],
  ],
  ['a proof is of a larger gift', /proof/, /"minor":/, '"minor":1', ['it is not proved']],
  ['a proof is of another receipt', /proof/, /"salt":"../, '"salt":"zz', ['it is not proved']],
  ['a receipt has no proof', /proof/, /"entries":\[.*\]/, '"entries":[]', ['it is not proved']],
])('the script finds that %s (BEY-02)', async (_name, path, from, to, expected) => {
  await using site = await lyingSite((requested, body) =>
    path.test(requested.split('?')[0] ?? '') ? body.replace(from, to) : body,
  );
  const { code, lines } = await verify(site.url, ['ST-LEDGER1']);

  expect(code).toBe(1);
  for (const difference of expected) expect(lines.join('\n')).toContain(difference);
});

it('no receipt is in the ledger, and an unknown one has no proof (BEY-02)', async () => {
  const { days } = await run.visitor.getLedger();
  const texts = await Promise.all(
    days.map(async ({ day }) => JSON.stringify(await run.visitor.getLedgerDay({ params: { day } }))),
  );

  expect(texts.join()).not.toMatch(/ST-|receipt/i);
  expect((await refusal(run.visitor.getLedgerProof({ query: { receipt: 'ST-NOBODY' } }))).status).toBe(404);
  expect((await verify(run.service.url, ['ST-NOBODY'])).lines).toContain('ST-NOBODY: it is not proved');
});
