import { identityApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { session } from '../../lib/session.ts';
import { aProfile } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

const profileApi = [plays(identityApi, { getProfile: () => aProfile() })];

describe.each(['/login', '/register'])('a token in the address of %s', (page) => {
  it('is removed from the address at once, shows its owner, and is stored after a confirmation (WEB-18)', async () => {
    const { user, where } = openPage(`${page}?token=from-outside&next=/nowhere`, { server: profileApi });
    const confirm = await screen.findByRole('button', { name: 'Yes, continue' });
    await waitFor(() => expect(where()).toBe(`${page}?next=%2Fnowhere`));
    expect(screen.getByText('Asha')).toBeTruthy();
    expect(localStorage.getItem('token')).toBeNull();

    await user.click(confirm);
    await waitFor(() => expect(where()).toBe('/nowhere'));
    expect(localStorage.getItem('token')).toBe('from-outside');
    expect(localStorage.getItem('userId')).toBe('asha');
  });

  it('is dropped when it is rejected', async () => {
    const { user } = openPage(`${page}?token=from-outside`, { server: profileApi });
    await user.click(await screen.findByRole('button', { name: 'Log in another way' }));
    expect(await screen.findByLabelText('Phone number or email')).toBeTruthy();
    expect(session.get()).toBeNull();
  });
});

describe('a token in the address', () => {
  it('that is invalid starts no session', async () => {
    const getProfile = () => {
      throw new FakeProblem('invalid-token', 'Invalid token');
    };
    openPage('/login?token=made-up', { server: [plays(identityApi, { getProfile })] });
    expect((await screen.findByRole('alert')).textContent).toBe('Login failed');
    expect(session.get()).toBeNull();
  });

  it('does not replace an existing login', async () => {
    const { where } = openPage('/login?token=from-outside&next=/nowhere', {
      userId: 'ravi',
      server: profileApi,
    });
    await waitFor(() => expect(where()).toBe('/nowhere'));
    expect(session.get()?.userId).toBe('ravi');
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
    'leads to the profile when next is %s (IDN-42)',
    async (next) => {
      const { where } = openPage(`/login?${new URLSearchParams({ next })}`, {
        userId: 'asha',
        server: profileApi,
      });
      await waitFor(() => expect(where()).toBe('/profile'));
    },
  );
});
