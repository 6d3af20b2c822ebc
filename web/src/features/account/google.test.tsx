import { gatewayApi, identityApi, UserId } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../lib/session.ts';
import { aProfile } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

const offered = { clientId: 'client-1', scriptUrl: '/sandbox/google.js', nonce: 'nonce-1' };
const loginResponse = {
  token: 'a-token',
  user: { _id: UserId.parse('asha'), name: 'Asha', role: 'USER' as const },
  next: '/nowhere',
};

type Responses = Parameters<typeof plays<typeof identityApi>>[1];
const servers = (responses: Responses) => [
  plays(identityApi, { googleSettings: () => offered, updateProfile: () => aProfile(), ...responses }),
  plays(gatewayApi, { geo: () => ({ country_code: 'IN' }) }),
];

/** Google's sign-in API, controlled by the test. */
type GoogleOptions = {
  callback: (answer: { credential?: string }) => void;
  client_id: string;
  nonce: string;
};
let initialized: GoogleOptions | undefined;
const prompt = vi.fn();
beforeEach(() => {
  initialized = undefined;
  prompt.mockReset();
  vi.stubGlobal('google', {
    accounts: {
      id: {
        initialize: (options: GoogleOptions) => {
          initialized = options;
        },
        renderButton: () => {},
        prompt,
      },
    },
  });
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) node.onload?.(new Event('load'));
  });
});

const cases = [
  ['/login', 'Log in with Google', 'Google login failed'],
  ['/register', 'Sign up with Google', 'Google signup failed'],
] as const;

describe.each(cases)('Google on %s', (page, name, sentence) => {
  it('is hidden without a client id', async () => {
    const server = servers({ googleSettings: () => ({ clientId: null, scriptUrl: null, nonce: 'n' }) });
    const { fetched } = openPage(page, { server });
    await waitFor(() => expect(fetched).toHaveBeenCalled());
    expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('loads nothing before a click, then exchanges the credential for a session (IDN-14)', async () => {
    const googleSignIn = vi.fn(() => loginResponse);
    const { user, where } = openPage(`${page}?next=/nowhere`, { server: servers({ googleSignIn }) });
    const button = await screen.findByRole('button', { name });
    expect(initialized).toBeUndefined();

    await user.click(button);
    await waitFor(() => expect(prompt).toHaveBeenCalledTimes(1));
    expect(initialized).toMatchObject({ client_id: 'client-1', nonce: 'nonce-1' });
    initialized?.callback({ credential: 'id-token' });

    await waitFor(() => expect(where()).toBe('/nowhere'));
    expect(googleSignIn).toHaveBeenCalledWith(
      expect.objectContaining({ body: { credential: 'id-token', next: '/nowhere' } }),
    );
    expect(session.get()).toEqual({ token: 'a-token', userId: 'asha' });
  });

  it(`has a cooldown after an attempt, and shows ${sentence} after a failure (WEB-22, WEB-23)`, async () => {
    const googleSignIn = () => {
      throw new FakeProblem('login-failed', 'Google login failed');
    };
    const { user } = openPage(page, { server: servers({ googleSignIn }) });
    const button = await screen.findByRole('button', { name });
    await user.click(button);
    await waitFor(() => expect(prompt).toHaveBeenCalledTimes(1));
    await user.click(button);
    expect(prompt).toHaveBeenCalledTimes(1);
    expect(button.getAttribute('aria-disabled')).toBe('true');

    initialized?.callback({ credential: 'id-token' });
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(session.get()).toBeNull();
  });
});
