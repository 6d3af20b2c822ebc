import type { Invitation } from '@satrangi/contracts';
import { UserId } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openAdmin } from '../../testing/open-admin.tsx';

const rowOf = (email: string): Invitation => ({
  _id: `to-${email.split('@')[0]}`,
  email,
  invitedBy: UserId.parse('asha'),
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-27T10:00:00.000Z',
  isExpired: false,
});

it('an admin is invited by address, waits in the list, and can be revoked', async () => {
  let items: Invitation[] = [];
  const { user } = openAdmin('/?tab=users', {
    identity: {
      listInvitations: () => ({ items }),
      inviteAdmin: ({ body: { email } }) => {
        items = [rowOf(email)];
        return rowOf(email);
      },
      revokeInvitation: () => {
        items = [];
        return { ok: true };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Invite an admin' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite an admin' }));
  await user.type(dialog.getByLabelText('Email'), 'meera');
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(await dialog.findByText('Please enter a valid email address.')).toBeTruthy();
  await user.type(dialog.getByLabelText('Email'), '@example.org');
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));

  const list = within(await screen.findByRole('region', { name: 'Invitations of admins' }));
  expect(list.getByText('meera@example.org')).toBeTruthy();
  await user.click(list.getByRole('button', { name: 'Revoke the invitation to meera@example.org' }));
  const question = within(await screen.findByRole('dialog', { name: /^Revoke the invitation/ }));
  await user.click(question.getByRole('button', { name: 'Revoke' }));
  await expect
    .poll(() => screen.queryByRole('region', { name: 'Invitations of admins' }), { timeout: 5_000 })
    .toBeNull();
});

it('the list stays below the sentence when it cannot be loaded again', async () => {
  let isDown = false;
  const { client } = openAdmin('/?tab=users', {
    identity: {
      listInvitations: () => {
        if (isDown) throw new FakeProblem('unavailable', 'Not available right now');
        return { items: [rowOf('meera@example.org')] };
      },
    },
  });
  const list = within(await screen.findByRole('region', { name: 'Invitations of admins' }));
  isDown = true;
  await act(() => client.invalidateQueries());

  expect(await screen.findByText('Failed to load invitations')).toBeTruthy();
  expect(list.getByText('meera@example.org').isConnected).toBe(true);
});

it('a refused invitation shows the sentence of the service and keeps the address', async () => {
  const { user } = openAdmin('/?tab=users&open=invite', {
    identity: {
      inviteAdmin: () => {
        throw new FakeProblem('already-used', 'This address belongs to an admin already.');
      },
    },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite an admin' }));
  await user.type(dialog.getByLabelText('Email'), 'meera@example.org');
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(await dialog.findByText('This address belongs to an admin already.')).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>('Email').value).toBe('meera@example.org');
});
