import { type AuditEntry, UserId } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aProfile, openAdmin } from '../../testing/open-admin.tsx';

const ASHA = UserId.parse('asha');
const entry = (n: number, values: Partial<AuditEntry> = {}): AuditEntry => ({
  actId: `act-${n}`,
  by: ASHA,
  call: 'payments.refundOrder',
  target: `order-${n}`,
  outcome: 'done',
  requestId: `request-${n}`,
  at: '2026-11-20T10:00:00.000Z',
  ...values,
});

/** An audit log of three changes that records its requests. */
const openLog = (address = '/?tab=dashboard&open=audit') => {
  const queries: object[] = [];
  const items = [entry(1), entry(2, { by: null, outcome: 'refused' }), entry(3, { outcome: 'unknown' })];
  const { user } = openAdmin(address, {
    analytics: {
      listAudit: ({ query }) => {
        queries.push(query);
        return { items, total: 120, page: query.page ?? 1, pageSize: query.limit ?? 50 };
      },
    },
    identity: {
      listUsers: () => ({
        items: [{ ...aProfile('ADMIN'), createdAt: '2026-11-01T10:00:00.000Z', revision: 'r1' }],
        total: 1,
        nextCursor: null,
      }),
    },
  });
  return { user, queries };
};

it('is reached from the last changes of the Dashboard, and shows who changed what, with its outcome (ADM-47)', async () => {
  const { user } = openLog('/');
  const changes = within(await screen.findByRole('region', { name: 'Last changes by admins' }));
  await user.click(changes.getByRole('link', { name: 'All' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Audit log' })).toBeTruthy();
  const table = within(screen.getByRole('region', { name: 'Audit log' }));
  await table.findByText('order-1');
  const [, first, second, third] = table.getAllByRole('row');
  await waitFor(() => expect(first?.textContent).toContain('payments: refund orderorder-1AshaDone'));
  expect(second?.textContent).toContain('order-2a deleted accountRefused');
  expect(third?.textContent).toContain('Not known');
  expect(screen.getByText('120 changes')).toBeTruthy();
});

it('filters by admin, change, day and page, all of them in the address', async () => {
  const { user, queries } = openLog();
  await screen.findByText('order-1');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Admin' }), 'Asha');
  const calls = screen.getByRole('combobox', { name: 'Change' });
  expect(within(calls).getByRole('option', { name: 'payments: download orders' })).toBeTruthy();
  await user.selectOptions(calls, 'identity: delete user');
  await user.type(screen.getByLabelText('From'), '2026-11-01');
  await waitFor(() =>
    expect(queries.at(-1)).toEqual({
      by: 'asha',
      call: 'identity.deleteUser',
      from: '2026-11-01',
      page: 1,
      limit: 50,
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ by: 'asha', page: 2 }));
  expect(location.search).toBe(
    '?tab=dashboard&open=audit&by=asha&call=identity.deleteUser&from=2026-11-01&page=2',
  );
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(location.search).toBe('?tab=dashboard&open=audit'));
});

it('shows that it could not be loaded, and loads again', async () => {
  let isDown = true;
  const { user } = openAdmin('/?tab=dashboard&open=audit', {
    analytics: {
      listAudit: () => {
        if (isDown) throw new FakeProblem('unavailable', 'Not now');
        return { items: [], total: 0, page: 1, pageSize: 50 };
      },
    },
  });
  expect(await screen.findByText('Failed to load the audit log')).toBeTruthy();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No admin has changed anything yet.')).toBeTruthy();
});
