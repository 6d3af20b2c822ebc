import { formatMoney, type RecentEvent } from '@satrangi/contracts';
import type { z } from 'zod';
import type { Fact, FactKind, FactType } from '../facts/facts.rules.ts';

/** Kinds of facts that an admin may want to know of. */
export const shownKinds: readonly FactKind[] = ['money', 'run', 'news'];

const titles: Partial<Record<FactType, string>> = {
  'purchase-paid': 'Order paid',
  'purchase-returned': 'Money of an order returned',
  'contribution-paid': 'Contribution received',
  'contribution-returned': 'Money of a contribution returned',
  'run-fee-paid': 'Run fee paid',
  'run-fee-returned': 'Money of a run fee returned',
  'run-registered': 'Runner registered',
  'run-cancelled': 'Run registration cancelled',
  'item-added': 'Item added',
  'post-published': 'Post published',
  'letter-sent': 'Newsletter sent',
  'submission-received': 'Work submitted',
};

/** What a fact is about, when it may be named: an amount, or the title of an item, which is public. Never people. */
const subjectOf = ({ type, paise, details }: Fact): string | undefined => {
  if (paise !== undefined) return formatMoney({ minor: paise, currency: 'INR' });
  return type === 'item-added' ? details?.title : undefined;
};

/** A line about a fact. */
export const recentEventOf = (fact: Fact): z.input<typeof RecentEvent> => {
  const { _id, type, at } = fact;
  const title = titles[type] ?? 'Something happened';
  const subject = subjectOf(fact);
  return {
    _id,
    title: subject ? `${title}: ${subject}` : title,
    date: at.toISOString(),
    kind: type,
  };
};
