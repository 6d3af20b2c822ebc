import type { Registration, RegistrationState } from '@satrangi/contracts';
import { runActivities } from '@satrangi/contracts/pure';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const stateLabels: Readonly<Record<RegistrationState, string>> = {
  paid: 'Paid',
  manual: 'By hand',
  'awaiting-payment': 'Awaiting payment',
  mismatch: 'Mismatch',
  cancelled: 'Cancelled',
};
export const isState = (text: string): text is RegistrationState => text in stateLabels;

export type Filter = {
  readonly q: string;
  readonly state: RegistrationState | '';
  readonly page: number;
  readonly size: number;
};

/** Rows with one of the five activities; others are not shown (checklist ADM-27). */
const shown = (rows: readonly Registration[]): readonly Registration[] =>
  rows.filter(({ activityType }) => (runActivities as readonly string[]).includes(activityType));

export const registrationsQuery = ({ q, state, page, size }: Filter) =>
  queryOptions({
    queryKey: ['run', 'registrations', { q, state, page, size }],
    queryFn: async ({ signal }) => {
      const { results, total } = await api['virtual-run'].listRegistrations(
        { query: { page, pageSize: size, ...(q && { q }), ...(state && { state }) } },
        { signal },
      );
      return { rows: shown(results), total };
    },
    placeholderData: keepPreviousData,
  });

/** Money that no registration belongs to. */
export const unmatchedQuery = queryOptions({
  queryKey: ['run', 'unmatched', 'list'],
  queryFn: ({ signal }) => api['virtual-run'].listUnmatchedPayments(undefined, { signal }),
});

export const eventQuery = queryOptions({
  queryKey: ['run', 'event'],
  queryFn: ({ signal }) => api['virtual-run'].getEvent(undefined, { signal }),
});

const NEW = 'new';

/** What `open=` of the address holds for a new registration, of a paid fee without a runner when one is named. */
export const newKey = (paymentId = ''): string => (paymentId ? `${NEW}:${paymentId}` : NEW);
export const isNewKey = (key: string): boolean => key === NEW || key.startsWith(`${NEW}:`);
export const paymentOfKey = (key: string): string => key.slice(NEW.length + 1);
