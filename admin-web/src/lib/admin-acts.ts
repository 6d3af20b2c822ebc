import type { AuditEntry } from '@satrangi/contracts';
import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

/** Recorded for the person who becomes an admin; not a call of an admin. */
export const ACCEPTED = 'identity.acceptInvitation';

/** `payments.refundOrder` → `payments: refund order`. */
export const actText = (call: string): string => {
  const [service = '', name = ''] = call.split('.');
  return `${service}: ${name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)}`;
};

type Act = Pick<AuditEntry, 'call' | 'target'>;

/** The names of admins, for lines of the audit log, which has ids only. */
export const useActNames = () => {
  const { data } = useQuery({
    queryKey: ['identity', 'admins'],
    queryFn: ({ signal }) =>
      api.identity.listUsers({ query: { role: 'ADMIN', mask: 'true', limit: 100 } }, { signal }),
  });
  const admins = data?.items ?? [];
  /** The id while names are missing, and for a former admin. */
  const nameOf = (id: string | null): string =>
    id === null ? 'a deleted account' : (admins.find(({ _id }) => _id === id)?.name ?? id);
  /** What an act was about: an accepted invitation says who had sent it. */
  const targetText = ({ call, target }: Act): string => {
    if (!target) return '';
    return call === ACCEPTED ? `of ${nameOf(target.split('/')[1] ?? null)}` : target;
  };
  return { admins, nameOf, targetText } as const;
};
