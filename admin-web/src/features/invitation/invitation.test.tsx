import { type InvitationStep, UserId } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { session } from '@satrangi/kit/browser/session';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openAdmin } from '../../testing/open-admin.tsx';

const email = 'meera@example.org';
const open = (step: InvitationStep, accepted: unknown[] = []) =>
  openAdmin(
    '/invitation#the-token',
    {
      identity: {
        readInvitation: ({ body }) => {
          expect(body.token).toBe('the-token');
          return { email, step };
        },
        acceptInvitation: ({ body }) => {
          accepted.push(body);
          return {
            token: 'token-of-meera',
            user: { _id: UserId.parse('meera'), name: 'Meera', role: 'ADMIN' },
          };
        },
      },
    },
    { loggedIn: false },
  );

describe('an invitation', () => {
  it('of a new account asks for a name and a password, and logs in', async () => {
    const accepted: unknown[] = [];
    const { user, left } = open('new-account', accepted);
    await user.type(await screen.findByLabelText('Your name'), 'Meera');
    await user.type(screen.getByLabelText('New password'), 'monsoon');
    await user.type(screen.getByLabelText('New password again'), 'mango');
    await user.click(screen.getByRole('button', { name: 'Accept and log in' }));
    expect(await screen.findByText('The passwords are not the same.')).toBeTruthy();
    expect(accepted).toEqual([]);
    await user.clear(screen.getByLabelText('New password again'));
    await user.type(screen.getByLabelText('New password again'), 'monsoon');
    await user.click(screen.getByRole('button', { name: 'Accept and log in' }));
    await waitFor(() => expect(left).toHaveBeenCalledWith('/admin'));
    expect(accepted).toEqual([{ token: 'the-token', name: 'Meera', password: 'monsoon' }]);
    expect(session.token()).toBe('token-of-meera');
  });

  it('of a known account asks for its password only', async () => {
    open('current-password');
    expect(await screen.findByLabelText('Password of your account')).toBeTruthy();
    expect(screen.queryByLabelText('Your name')).toBeNull();
    expect(screen.queryByLabelText('New password again')).toBeNull();
  });

  it('that is not valid shows why, and shows no form', async () => {
    const readInvitation = () => {
      throw new FakeProblem('too-long-ago', 'This invitation has expired.');
    };
    openAdmin('/invitation#the-token', { identity: { readInvitation } }, { loggedIn: false });
    expect(await screen.findByText('This invitation has expired.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
  });
});
