/** The public ledger, checked as a stranger would: with its documented hashes only (BEY-02). */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootRun, type RunFixture, refusal } from './boot-run.ts';

// An independent verifier: it shares no code with the service.
type Leaf = { id: string; minor: number; state: string };
type Proof = {
  root: string;
  leaf: Leaf;
  salt: string;
  path: { side: 'left' | 'right'; hash: string }[];
};
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const hashOf = ({ id, minor, state }: Leaf): string => sha(`leaf:${id}:${minor}:${state}`);
const rootOf = (leaves: readonly Leaf[]): string => {
  let level = leaves.map(hashOf);
  while (level.length > 1) {
    const above: string[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const right = level[at + 1];
      above.push(right === undefined ? (level[at] ?? '') : sha(`node:${level[at]}:${right}`));
    }
    level = above;
  }
  return level[0] ?? sha('empty');
};
const isProof = ({ root, leaf, salt, path }: Proof, receipt: string): boolean =>
  leaf.id === sha(`${salt}:${receipt}`) &&
  root ===
    path.reduce(
      (hash, { side, hash: beside }) =>
        side === 'left' ? sha(`node:${beside}:${hash}`) : sha(`node:${hash}:${beside}`),
      hashOf(leaf),
    );
// End of the verifier.

let run: RunFixture;
const GIFTS = 60;
const receipts: { receipt: string; left: number }[] = [];

beforeAll(async () => {
  run = await bootRun();
  const { slug } = await run.register();
  const other = await run.register();
  const start = run.service.clock.now().getTime();
  for (let n = 0; n < GIFTS; n += 1) {
    run.service.clock.set(new Date(start + n * 3_600_000));
    const minor = 10_000 + n;
    const target = n % 2 ? slug : other.slug;
    const receipt = `ST-LEDGER${n}`;
    const orderId = await run.give(target, minor, { receipt });
    const back = n % 5 === 0 ? 2_500 : 0;
    if (back > 0) await run.giveBack(orderId, target, back, `re_${n}`);
    if (n % 15 === 0) await run.giveBack(orderId, target, minor - back, `re_rest_${n}`);
    receipts.push({ receipt, left: n % 15 === 0 ? 0 : minor - back });
  }
}, 120_000);
afterAll(() => run.service.stop());

it('every receipt has proofs whose sum is what is left of it, and the days add up to the public total (BEY-02)', async () => {
  const ledger = await run.visitor.getLedger();
  const roots = new Set(ledger.days.map(({ root }) => root));
  let sum = 0;
  for (const { receipt, left } of receipts) {
    const { entries } = await run.visitor.getLedgerProof({ query: { receipt } });
    for (const entry of entries) {
      expect(isProof(entry, receipt)).toBe(true);
      expect(isProof(entry, `${receipt}0`)).toBe(false);
      expect(roots.has(entry.root)).toBe(true);
    }
    const proved = entries.reduce((total, { leaf }) => total + leaf.minor, 0);
    expect(proved).toBe(left);
    sum += proved;
  }
  const { raisedMinor } = await run.visitor.getCounts();

  expect([ledger.totalMinor, raisedMinor]).toEqual([sum, sum]);
  expect(ledger.days.length).toBeGreaterThan(2);
});

it('the leaves of each day give its root and sum; one changed leaf is found; no receipt is in the ledger (BEY-02)', async () => {
  const { days } = await run.visitor.getLedger();
  const texts: string[] = [];
  for (const { day, root, minor } of days) {
    const { items } = await run.visitor.getLedgerDay({ params: { day } });
    texts.push(JSON.stringify(items));
    expect([rootOf(items), items.reduce((sum, leaf) => sum + leaf.minor, 0)]).toEqual([root, minor]);
    for (let changed = 0; changed < items.length; changed += 1) {
      const forged = items.map((leaf, at) => (at === changed ? { ...leaf, minor: leaf.minor + 1 } : leaf));
      expect(rootOf(forged)).not.toBe(root);
    }
  }

  expect(texts.join()).not.toContain('ST-');
  expect((await refusal(run.visitor.getLedgerProof({ query: { receipt: 'ST-NOBODY' } }))).status).toBe(404);
});
