import { identityApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { session } from '../../lib/session.ts';
import { openPage } from '../../testing/open-page.tsx';

const message = 'any words of the server';

describe('/forgot-password', () => {
  it('shows Check your email for any address (WEB-24)', async () => {
    const forgotPassword = vi.fn(() => ({ message }));
    const { user } = openPage('/forgot-password', { server: [plays(identityApi, { forgotPassword })] });
    await user.type(await screen.findByLabelText('Email'), ' Asha@example.org ');
    await user.click(screen.getByRole('button', { name: 'Send link' }));

    const heading = await screen.findByRole('heading', { name: 'Check your email' });
    expect(document.activeElement).toBe(heading);
    expect(forgotPassword).toHaveBeenCalledWith(
      expect.objectContaining({ body: { email: 'asha@example.org' } }),
    );
  });

  it('shows Failed to send reset email. and keeps what was typed (WEB-24)', async () => {
    const forgotPassword = () => {
      throw new FakeProblem('unavailable', 'Not available right now');
    };
    const { user } = openPage('/forgot-password', { server: [plays(identityApi, { forgotPassword })] });
    await user.type(await screen.findByLabelText('Email'), 'asha@example.org{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to send reset email.');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@example.org');
  });

  it('sends nothing for an invalid address', async () => {
    const { user, fetched } = openPage('/forgot-password');
    await user.type(await screen.findByLabelText('Email'), '98765 43210{Enter}');
    expect(screen.getByText('Please enter a valid email address.')).toBeTruthy();
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('/reset-password', () => {
  const fill = async (user: ReturnType<typeof openPage>['user'], first: string, second: string) => {
    await user.type(await screen.findByLabelText('New password'), first);
    await user.type(screen.getByLabelText('Confirm password'), second);
    await user.click(screen.getByRole('button', { name: 'Set password' }));
  };

  it('rejects five characters and different passwords before any request (WEB-25)', async () => {
    const { user, fetched } = openPage('/reset-password?token=t');
    await fill(user, '12345', '12345');
    expect(screen.getByText('Password must be at least 6 characters.')).toBeTruthy();
    await fill(user, '6', 'x');
    expect(screen.queryByText('Password must be at least 6 characters.')).toBeNull();
    expect(screen.getByText('Passwords do not match.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Confirm password'));
    expect(fetched).not.toHaveBeenCalled();
  });

  it('shows Password Reset!, logs this browser out and redirects to the login (WEB-25)', async () => {
    const resetPassword = vi.fn(() => ({ message }));
    const { user, where } = openPage('/reset-password?token=from-mail', {
      userId: 'asha',
      server: [plays(identityApi, { resetPassword })],
    });
    await fill(user, 'monsoon!', 'monsoon!');
    expect(await screen.findByRole('heading', { name: 'Password Reset!' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go now' }).getAttribute('href')).toBe('/login');
    expect(resetPassword).toHaveBeenCalledWith(
      expect.objectContaining({ body: { token: 'from-mail', password: 'monsoon!' } }),
    );
    expect(session.get()).toBeNull();
    await waitFor(() => expect(where()).toBe('/login'), { timeout: 8_000 });
  });

  it('shows Failed to reset password and offers a new link (WEB-25)', async () => {
    const resetPassword = () => {
      throw new FakeProblem('validation-failed', 'Invalid or expired token');
    };
    const { user } = openPage('/reset-password?token=old', {
      server: [plays(identityApi, { resetPassword })],
    });
    await fill(user, 'monsoon!', 'monsoon!');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to reset password');
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
  });

  it('requires a new link when the URL has no token', async () => {
    openPage('/reset-password');
    expect(await screen.findByRole('link', { name: 'Ask for a new link' })).toBeTruthy();
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});
