import { EXPLAIN_MAX_LINES, type Kpis } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import type { Fact } from '../facts/facts.rules.ts';
import { explainKpi } from './explain-kpi.ts';
import { explainUsage } from './explain-usage.ts';

const MORE = 50;
const now = new Date('2026-05-20T10:00:00Z');
const clock = { now: () => now };

/** More facts than an answer may have, each of an account of its own. @returns how many were read */
const tooManyFacts = () => {
  const read = { count: 0 };
  const all = async function* () {
    for (let n = 0; n < EXPLAIN_MAX_LINES + MORE; n += 1) {
      read.count += 1;
      const fact: Fact = {
        _id: `f${n}`,
        type: 'purchase-paid',
        kind: 'money',
        at: now,
        window: now,
        who: `w${n}`,
        paise: 100,
      };
      yield fact;
    }
  };
  return { read, all };
};

it.each<keyof Kpis>([
  'totalRevenue',
  'paidOrders',
  'activeUsers',
  'conversionRate',
  'avgTimeToPurchaseHours',
])('%s with more lines than an answer may have is refused before more are read', async (field) => {
  const { read, all } = tooManyFacts();
  const explain = explainKpi({
    facts: { ofTypes: all, withAccountSince: all },
    people: { buyersEver: async function* () {} },
    media: { published: async () => [], breakdown: async () => ({}) },
    clock,
  });
  await expect(explain(field)).rejects.toMatchObject({ code: 'too-large' });
  expect(read.count).toBe(EXPLAIN_MAX_LINES + 1);
});

it('the store reads one item or message more than an answer may have, and no further', async () => {
  const limits: number[] = [];
  const item = { _id: 'm1', mediaType: 'ebook' as const };
  const explain = explainKpi({
    facts: { ofTypes: async function* () {}, withAccountSince: async function* () {} },
    people: { buyersEver: async function* () {} },
    media: {
      published: async (limit) => {
        limits.push(limit);
        return Array.from({ length: limit }, () => item);
      },
      breakdown: async () => ({}),
    },
    clock,
  });
  await expect(explain('mediaBreakdown')).rejects.toMatchObject({ code: 'too-large' });
  const message: Fact = { _id: 'f', type: 'chat-to', kind: 'talk', at: now, window: now };
  const explainMonth = explainUsage({
    facts: {
      messages: async (_types, _from, _to, limit = 0) => {
        limits.push(limit);
        return Array.from({ length: limit }, () => message);
      },
    },
    clock,
    ratePerMinute: 1,
  });
  await expect(explainMonth('chatTo')).rejects.toMatchObject({ code: 'too-large' });
  expect(limits).toEqual([EXPLAIN_MAX_LINES + 1, EXPLAIN_MAX_LINES + 1]);
});
