import type { FactGroup, FactType } from '../facts/facts.rules.ts';

/** What a set of facts amounts to. Absent types count 0. */
export type Totals = {
  /** Facts by type. */
  readonly counts: Readonly<Partial<Record<FactType, number>>>;
  /** Paise by type. */
  readonly paise: Readonly<Partial<Record<FactType, number>>>;
  /** Purchases refunded as a whole. */
  readonly wholes: number;
};

const sorted = (map: ReadonlyMap<FactType, number>): Totals['counts'] =>
  Object.fromEntries([...map].sort(([one], [other]) => (one < other ? -1 : 1)));

/** Counts facts. Neither their order nor their grouping matters. */
export const totalsOf = (facts: Iterable<FactGroup>): Totals => {
  const counts = new Map<FactType, number>();
  const paise = new Map<FactType, number>();
  let wholes = 0;
  for (const { type, paise: amount, isWhole, count = 1 } of facts) {
    counts.set(type, (counts.get(type) ?? 0) + count);
    if (amount !== undefined) paise.set(type, (paise.get(type) ?? 0) + amount);
    if (isWhole && type === 'purchase-returned') wholes += count;
  }
  return { counts: sorted(counts), paise: sorted(paise), wholes };
};

/** Adds totals up. */
export const sumOf = (parts: Iterable<Totals>): Totals => {
  const counts = new Map<FactType, number>();
  const paise = new Map<FactType, number>();
  let wholes = 0;
  const add = (into: Map<FactType, number>, from: Totals['counts']): void => {
    for (const [type, value] of Object.entries(from) as [FactType, number][])
      into.set(type, (into.get(type) ?? 0) + value);
  };
  for (const part of parts) {
    add(counts, part.counts);
    add(paise, part.paise);
    wholes += part.wholes;
  }
  return { counts: sorted(counts), paise: sorted(paise), wholes };
};

export const isEmpty = ({ counts }: Totals): boolean => Object.keys(counts).length === 0;
