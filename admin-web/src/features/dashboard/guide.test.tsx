import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openAdmin } from '../../testing/open-admin.tsx';

beforeEach(() => localStorage.clear());

const guide = async () => within(await screen.findByRole('region', { name: 'First steps' }));
const full = {
  catalog: { listEditorMedia: () => ({ items: [], total: 4, nextCursor: null }) },
  identity: { listUsers: () => ({ items: [], total: 2, nextCursor: null }) },
};

describe('the guide', () => {
  it('shows the next step to the admin of an empty site', async () => {
    const { user } = openAdmin('/');
    const steps = await guide();
    expect(steps.getByText(/^0 of 4 done/)).toBeTruthy();
    const next = steps.getByText('Add a title').closest('li');
    expect(next?.getAttribute('aria-current')).toBe('step');
    await user.click(steps.getByRole('link', { name: 'Invite a second admin' }));
    expect(await screen.findByRole('dialog', { name: 'Invite an admin' })).toBeTruthy();
  });

  it('marks what is done, and goes when everything is', async () => {
    openAdmin('/', full);
    expect((await guide()).getAllByText('is done')).toHaveLength(3);
  });

  it('is not there when all is done', async () => {
    const act = {
      actId: 'a1',
      by: null,
      call: 'identity.sendTestMail',
      target: null,
      outcome: 'done',
      requestId: 'r',
      at: '2026-11-20T10:00:00.000Z',
    } as const;
    const analytics = { listAudit: () => ({ items: [act], total: 1, page: 1, pageSize: 50 }) };
    openAdmin('/', { ...full, analytics });
    expect(await screen.findByText(/send test mail/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  });

  it('is hidden and opened again, for this admin only', async () => {
    const { user } = openAdmin('/');
    await user.click((await guide()).getByRole('button', { name: 'Hide' }));
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
    expect(Object.keys(localStorage).filter((key) => key.includes('guide'))).toEqual([
      'admin-guide:asha:hidden',
    ]);
    await user.click(screen.getByRole('button', { name: 'Show the first steps' }));
    expect(await guide()).toBeTruthy();
  });
});
