import type { Clock } from '@satrangi/chassis';
import { type Kpis, kindOf, kolkataDay, kolkataDayStart } from '@satrangi/contracts';
import type { PeopleStore } from '../counting/people.store.ts';
import { type Fact, type FactType, isSeen } from '../facts/facts.rules.ts';
import type { FactsStore } from '../facts/facts.store.ts';
import { activeSince, firstActiveDay, meanHours, percent, rupees } from '../kpis/kpis.rules.ts';
import type { MediaStore } from '../media/media.store.ts';
import { formulas, type Line, lineOf, sumOfLines as sum } from './explain.rules.ts';
import { checkLines, explainedLines, LINES_READ } from './explained-lines.ts';

type Deps = {
  readonly facts: Pick<FactsStore, 'ofTypes' | 'withAccountSince'>;
  readonly people: Pick<PeopleStore, 'buyersEver'>;
  readonly media: Pick<MediaStore, 'published' | 'breakdown'>;
  readonly clock: Clock;
};

type Explained = { readonly lines: Line[]; readonly value: number | Record<string, number> };

const signs: Partial<Record<FactType, 1 | -1>> = {
  'purchase-paid': 1,
  'purchase-returned': -1,
  'run-registered': 1,
  'run-cancelled': -1,
};

type Account = { last: Fact; days: Set<string>; hasPaid: boolean };

/** One line for each fact of these types that has an amount. */
const signedLines =
  (facts: Deps['facts']) =>
  async (types: readonly FactType[], amountOf: (fact: Fact, sign: 1 | -1) => number): Promise<Line[]> => {
    const lines: Line[] = [];
    for await (const fact of facts.ofTypes(types)) {
      const amount = amountOf(fact, signs[fact.type] ?? 1);
      if (amount !== 0) checkLines(lines.push(lineOf(fact, amount)));
    }
    return lines;
  };

/** Accounts seen in the last 30 × 24 hours. */
const activeAccounts = async (facts: Deps['facts'], now: Date): Promise<Account[]> => {
  const accounts = new Map<string, Account>();
  const firstDay = kolkataDay(firstActiveDay(now));
  for await (const fact of facts.withAccountSince(activeSince(now))) {
    const { who = '', at, type } = fact;
    if (!isSeen(type)) continue;
    const known = accounts.get(who) ?? { last: fact, days: new Set<string>(), hasPaid: false };
    const isLater =
      at > known.last.at || (at.getTime() === known.last.at.getTime() && fact._id > known.last._id);
    if (isLater) known.last = fact;
    if (kolkataDay(at) >= firstDay) known.days.add(kolkataDay(at));
    known.hasPaid ||= type === 'purchase-paid';
    accounts.set(who, known);
    checkLines(accounts.size);
  }
  return [...accounts.values()];
};

/** One line for each buyer: the time from the first sight to the first purchase. */
const purchaseTimes = async ({ facts, people }: Pick<Deps, 'facts' | 'people'>): Promise<Line[]> => {
  const paid = new Map<string, Fact>();
  for await (const fact of facts.ofTypes(['purchase-paid'])) {
    const { who } = fact;
    const known = who === undefined ? undefined : paid.get(who);
    if (who !== undefined && (!known || fact.at < known.at)) checkLines(paid.set(who, fact).size);
  }
  const lines: Line[] = [];
  for await (const { _id, firstSeen, firstPaid } of people.buyersEver()) {
    const fact = paid.get(_id);
    if (fact && firstPaid) lines.push(lineOf(fact, firstPaid.getTime() - firstSeen.getTime()));
  }
  return lines;
};

/**
 * Computes each number once more, from the facts themselves and not from the totals of the dashboard, and shows every
 * fact it used.
 */
const explanations = ({ facts, people, media }: Deps) => {
  const signed = signedLines(facts);
  const byField: Record<keyof Kpis, (now: Date) => Promise<Explained>> = {
    totalRevenue: async () => {
      const lines = await signed(
        ['purchase-paid', 'purchase-returned'],
        ({ paise = 0 }, sign) => sign * paise,
      );
      return { lines, value: rupees(sum(lines)) };
    },
    paidOrders: async () => {
      const lines = await signed(['purchase-paid', 'purchase-returned'], ({ type, isWhole }, sign) =>
        type === 'purchase-paid' || isWhole ? sign : 0,
      );
      return { lines, value: sum(lines) };
    },
    virtualRegistrationsCount: async () => {
      const lines = await signed(['run-registered', 'run-cancelled'], (_fact, sign) => sign);
      return { lines, value: sum(lines) };
    },
    activeUsers: async (now) => {
      const lines = (await activeAccounts(facts, now)).map(({ last }) => lineOf(last, 1));
      return { lines, value: lines.length };
    },
    conversionRate: async (now) => {
      const lines = (await activeAccounts(facts, now)).map(({ last, hasPaid }) =>
        lineOf(last, hasPaid ? 1 : 0),
      );
      return { lines, value: percent(sum(lines), lines.length) };
    },
    returningUsersRate: async (now) => {
      const lines = (await activeAccounts(facts, now)).map(({ last, days }) => lineOf(last, days.size));
      const returning = lines.filter(({ amount }) => amount >= 2).length;
      return { lines, value: percent(returning, lines.length) };
    },
    avgTimeToPurchaseHours: async () => {
      const lines = await purchaseTimes({ facts, people });
      return { lines, value: meanHours({ buyers: lines.length, ms: sum(lines) }) };
    },
    mediaBreakdown: async () => {
      const items = await media.published(LINES_READ);
      checkLines(items.length);
      const lines = items.map(({ _id, mediaType }) => ({
        fact: _id,
        at: '',
        type: kindOf(mediaType).label,
        amount: 1,
      }));
      return { lines, value: await media.breakdown() };
    },
  };
  return byField;
};

const isOfPeriod: ReadonlySet<keyof Kpis> = new Set(['activeUsers', 'conversionRate', 'returningUsersRate']);

/** Explains one number. @throws Refusal too-large when it has more lines than an answer may have */
export const explainKpi = (deps: Deps) => {
  const byField = explanations(deps);
  return async (field: keyof Kpis) => {
    const now = deps.clock.now();
    const { lines, value } = await byField[field](now);
    const from =
      field === 'returningUsersRate' ? kolkataDayStart(kolkataDay(firstActiveDay(now))) : activeSince(now);
    return {
      field,
      value,
      formula: formulas[field],
      period: { from: isOfPeriod.has(field) ? from.toISOString() : null, to: now.toISOString() },
      ...explainedLines(lines),
    };
  };
};
