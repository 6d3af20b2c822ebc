import { createHmac } from 'node:crypto';
import { kolkataDay, type LedgerLeaf } from '@satrangi/contracts';
import type { Gift } from '../gifts/gift.rules.ts';
import { netOf } from '../gifts/gift.rules.ts';
import { commitment, merkleRoot } from './merkle.rules.ts';

/** A leaf with what only its proof reveals. */
export type Entry = { readonly day: string; readonly leaf: LedgerLeaf; readonly salt: string };

const saltOf = (secret: string, key: string): string =>
  createHmac('sha256', secret).update(`run-ledger:${key}`).digest('hex');

/**
 * The leaves of one gift: its payment, and each return on its own day, so that past days do not change. A full refund that
 * was not reported one by one is one more return. The sum is what is left of the gift.
 */
export const entriesOf = (gift: Gift, secret: string): Entry[] => {
  const { _id, minor = 0, at = '', returns = [], returnedAt = at } = gift;
  const receipt = gift.receipt ?? _id;
  const entry = (key: string, time: string, amount: number, state: LedgerLeaf['state']): Entry => {
    const salt = saltOf(secret, `${_id}:${key}`);
    return {
      day: kolkataDay(new Date(time)),
      leaf: { id: commitment(salt, receipt), minor: amount, state },
      salt,
    };
  };
  let left = minor;
  const back = [...returns]
    .sort((a, b) => (a.at === b.at ? a.id.localeCompare(b.id) : a.at.localeCompare(b.at)))
    .flatMap((one) => {
      const amount = Math.min(one.minor, left);
      left -= amount;
      return amount > 0 ? [entry(one.id, one.at, -amount, 'returned')] : [];
    });
  const rest = left - netOf(gift);
  return [
    entry('paid', at, minor, 'paid'),
    ...back,
    ...(rest > 0 ? [entry('rest', returnedAt, -rest, 'returned')] : []),
  ];
};

export type LedgerDay = {
  readonly day: string;
  readonly root: string;
  readonly minor: number;
  readonly entries: readonly Entry[];
};

/** The days of a ledger, oldest first. Leaves of a day are ordered by id, which says nothing about time. */
export const ledgerOf = (gifts: readonly Gift[], secret: string): LedgerDay[] => {
  const days = new Map<string, Entry[]>();
  for (const gift of gifts)
    for (const entry of entriesOf(gift, secret)) {
      const entries = days.get(entry.day);
      if (entries) entries.push(entry);
      else days.set(entry.day, [entry]);
    }
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, unordered]) => {
      const entries = unordered.sort((a, b) => (a.leaf.id < b.leaf.id ? -1 : 1));
      const leaves = entries.map(({ leaf }) => leaf);
      return {
        day,
        root: merkleRoot(leaves),
        minor: leaves.reduce((sum, leaf) => sum + leaf.minor, 0),
        entries,
      };
    });
};
