import { kolkataDay } from '@satrangi/contracts';
import { type Fact, isSeen } from '../facts/facts.rules.ts';

/** Days that are kept of an account. */
export const DAYS_KEPT = 31;

/** What is kept of an account, by pseudonym. */
export type Person = {
  _id: string;
  /** Compare-and-set of the rebuild. */
  revision: number;
  firstSeen: Date;
  lastSeen: Date;
  /** The last days it was seen on, oldest first. */
  days: string[];
  /** The last day but one; absent after one day. */
  previousDay?: string;
  firstPaid?: Date;
  lastPaid?: Date;
};

/** The result of some facts for one account. */
export type Seen = {
  readonly who: string;
  readonly first: Date;
  readonly last: Date;
  readonly days: readonly string[];
  readonly firstPaid?: Date;
  readonly lastPaid?: Date;
};

/** The row that some facts lead to. */
export const personOf = ({ who, first, last, days, firstPaid, lastPaid }: Seen): Omit<Person, 'revision'> => {
  const kept = [...days].sort().slice(-DAYS_KEPT);
  const previousDay = kept.at(-2);
  return {
    _id: who,
    firstSeen: first,
    lastSeen: last,
    days: kept,
    ...(previousDay === undefined ? {} : { previousDay }),
    ...(firstPaid ? { firstPaid } : {}),
    ...(lastPaid ? { lastPaid } : {}),
  };
};

const least = (one: Date | undefined, other: Date): Date => (one && one <= other ? one : other);
const most = (one: Date | undefined, other: Date): Date => (one && one >= other ? one : other);

/** One entry for each account that the facts name. */
export const seenIn = (facts: Iterable<Pick<Fact, 'type' | 'at' | 'who'>>): Seen[] => {
  const seen = new Map<string, Seen>();
  for (const { type, at, who } of facts) {
    if (who === undefined || !isSeen(type)) continue;
    const before = seen.get(who);
    const isPurchase = type === 'purchase-paid';
    seen.set(who, {
      ...before,
      who,
      first: least(before?.first, at),
      last: most(before?.last, at),
      days: [...new Set([...(before?.days ?? []), kolkataDay(at)])],
      ...(isPurchase
        ? { firstPaid: least(before?.firstPaid, at), lastPaid: most(before?.lastPaid, at) }
        : {}),
    });
  }
  return [...seen.values()];
};
