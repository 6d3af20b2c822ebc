import { UserId } from '@satrangi/contracts';
import { screen, within } from '@testing-library/react';
import type { openAdmin } from './open-admin.tsx';

export const AT = '2026-11-20T10:00:00.000Z';
export const aUser = (id: string, more: object = {}) => ({
  _id: UserId.parse(id),
  name: `Reader ${id}`,
  email: 'k•••@e•••',
  role: 'USER' as const,
  createdAt: AT,
  revision: 'r1',
  ...more,
});
export type Row = ReturnType<typeof aUser>;

/** A list of accounts that answers the search of the page. */
export const listing =
  (...all: Row[]) =>
  ({ query }: { query: { q?: string | undefined } }) => {
    const items = query.q
      ? all.filter(({ _id, name }) => _id === query.q || name.includes(query.q ?? ''))
      : all;
    return { items, total: items.length, nextCursor: null };
  };
export const revealed = { revealUser: () => ({ email: 'kiran@example.org' }) };
export const noGifts = { listManualGrants: () => [] };

/** Opens the drawer of an account. */
export const openUser = async (session: ReturnType<typeof openAdmin>['user'], name: string) => {
  await session.click(await screen.findByRole('button', { name }));
  const drawer = within(await screen.findByRole('dialog', { name }));
  await drawer.findByRole('heading', { name: 'Given by admins' });
  return drawer;
};
