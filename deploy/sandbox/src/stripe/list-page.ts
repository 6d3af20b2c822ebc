import { z } from 'zod';
import { toList } from './stripe-records.ts';

const timestamp = z.coerce.number().optional();

export const ListQuery = z.object({
  created: z.object({ gte: timestamp, gt: timestamp, lt: timestamp, lte: timestamp }).default({}),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().optional(),
});

type ListItem = { readonly id: string; readonly created: number };

const isWithin = ({ gte, gt, lt, lte }: z.infer<typeof ListQuery>['created'], at: number): boolean =>
  (gte === undefined || at >= gte) &&
  (gt === undefined || at > gt) &&
  (lt === undefined || at < lt) &&
  (lte === undefined || at <= lte);

/** One page of a list, newest first, with Stripe's cursor: the id of the last item. */
export const pageOf = <T extends ListItem>(
  url: string,
  all: readonly T[],
  { created, limit, starting_after: after }: z.infer<typeof ListQuery>,
  show: (one: T) => unknown,
) => {
  const requested = all
    .filter((one) => isWithin(created, one.created))
    .sort((one, other) => other.created - one.created || other.id.localeCompare(one.id));
  const from = after === undefined ? 0 : requested.findIndex(({ id }) => id === after) + 1;
  return toList(url, requested.slice(from, from + limit).map(show), requested.length > from + limit);
};
