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

/** A line about a fact. It names amounts and never people or works. */
export const recentEventOf = ({ _id, type, at, paise }: Fact): z.input<typeof RecentEvent> => {
  const title = titles[type] ?? 'Something happened';
  return {
    _id,
    title: paise === undefined ? title : `${title}: ${formatMoney({ minor: paise, currency: 'INR' })}`,
    date: at.toISOString(),
    kind: type,
  };
};
