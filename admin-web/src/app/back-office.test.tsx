import { FakeProblem } from '@satrangi/contracts/testing';
import { preferences } from '@satrangi/kit/browser/preferences';
import { session } from '@satrangi/kit/browser/session';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { allShortcuts } from '../lib/shortcuts.ts';
import { staleAfter } from '../lib/stale-after.ts';
import { tabs } from '../lib/tabs.ts';
import { aProfile, openAdmin } from '../testing/open-admin.tsx';
import { desk, submission } from '../testing/publishing-fixture.ts';

const noContributions = { contributions: [], total: 0, page: 1, pages: 1 };
/** Publishing with an open submission, of an admin who can be demoted: calls are refused with a code from then on. */
const openPublishing = () => {
  let code: 'not-allowed' | 'invalid-token' | null = null;
  let role: 'ADMIN' | 'USER' = 'ADMIN';
  const refuse = (): void => {
    if (code) throw new FakeProblem(code, 'No');
  };
  const { publishing } = desk([submission(1)]);
  const opened = openAdmin('/?tab=publishing&open=s1', {
    publishing: {
      ...publishing,
      listSubmissions: (input) => {
        refuse();
        // the fixture has this fake, and it answers at once
        return publishing.listSubmissions?.(input) as never;
      },
    },
    identity: {
      getProfile: () => {
        refuse();
        return aProfile(role);
      },
      login: () => {
        code = null;
        // the page reads the token and the user, and no other field of the answer
        return { token: 'second-token', user: aProfile('USER') } as never;
      },
    },
  });
  const demote = {
    with: (next: 'not-allowed' | 'invalid-token'): void => {
      code = next;
      role = 'USER';
    },
  };
  return { ...opened, demote };
};
const nav = async () => within(await screen.findByRole('navigation', { name: 'Admin' }));

describe('the gate (WEB-07)', () => {
  it('sends a visitor to the login, which comes back to this address', async () => {
    const { left, fetched } = openAdmin('/?tab=usage&month=2026-10', {}, { loggedIn: false });
    await waitFor(() =>
      expect(left).toHaveBeenCalledWith('/login?next=%2Fadmin%2F%3Ftab%3Dusage%26month%3D2026-10'),
    );
    expect(fetched).not.toHaveBeenCalled();
  });

  it('redirects a reader to the profile, and loads no data of the screen', async () => {
    const { left, fetched } = openAdmin('/', { identity: { getProfile: () => aProfile('USER') } });
    await waitFor(() => expect(left).toHaveBeenCalledWith('/profile'));
    expect(fetched).toHaveBeenCalledOnce();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('waits for the role, then shows an admin the dashboard', async () => {
    openAdmin('/');
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
  });

  it('shows that the profile could not be loaded, and tries again', async () => {
    let isDown = true;
    const { user } = openAdmin('/', {
      identity: {
        getProfile: () => {
          if (isDown) throw new FakeProblem('unavailable', 'Not now');
          return aProfile('ADMIN');
        },
      },
    });
    expect(await screen.findByText('Failed to load profile.')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
  });
});

describe('the shell (ADM-01, ADM-40)', () => {
  it('has tabs as links with addresses; Back returns to the tab before', async () => {
    const { user } = openAdmin('/');
    const links = await nav();
    expect(links.getByRole('link', { current: 'page' }).textContent).toBe('Dashboard');

    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    await user.click(links.getByRole('link', { name: 'Contributions' }));
    expect(scrolled.mock.contexts).toEqual([links.getByRole('link', { name: 'Contributions' })]);
    expect(location.search).toBe('?tab=contributions');
    expect(await screen.findByRole('heading', { level: 1, name: 'Contributions' })).toBeTruthy();
    history.back();
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
  });

  it('keeps the filters of a tab that is left and opened again', async () => {
    const { user } = openAdmin('/?tab=contributions&size=20', {
      payments: { searchContributions: () => noContributions, listContributionMonths: () => [] },
    });
    const links = await nav();
    await user.click(links.getByRole('link', { name: 'Dashboard' }));
    await user.click(links.getByRole('link', { name: 'Contributions' }));
    expect(location.search).toBe('?tab=contributions&size=20');
  });

  it('has a number at a tab where work waits, and none elsewhere', async () => {
    openAdmin('/', {
      payments: {
        searchOrders: ({ query }) => ({
          orders: [],
          total: query.attention === 'true' ? 3 : 0,
          page: 1,
          pages: 1,
        }),
      },
      publishing: { listSubmissions: () => ({ results: [], total: 7, page: 1, pageSize: 10 }) },
    });
    const links = await nav();
    expect(await links.findByRole('link', { name: 'Orders 3 to look at' })).toBeTruthy();
    expect(await links.findByRole('link', { name: 'Publishing 7 received' })).toBeTruthy();
    const numbered = links.getAllByRole('link').filter(({ textContent }) => /\d/.test(textContent ?? ''));
    expect(numbered).toHaveLength(2);
  });

  it('an unknown tab shows the dashboard with a notice (ADM-40)', async () => {
    openAdmin('/?tab=secrets');
    expect((await screen.findByRole('alert')).textContent).toBe('There is no such tab.');
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
  });

  it('opens a tab with G and its letter, not while typing and not when keys are off', async () => {
    const { user } = openAdmin('/', {
      payments: { searchContributions: () => noContributions, listContributionMonths: () => [] },
    });
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    await user.keyboard('gl');
    expect(await screen.findByRole('heading', { level: 1, name: 'Contributions' })).toBeTruthy();

    await user.click(screen.getByRole('checkbox', { name: 'Keyboard shortcuts' }));
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('gd');
    expect(location.search).toBe('?tab=contributions');
  });

  it('lists every shortcut and every tab with ?', async () => {
    preferences.change({ keys: true });
    const { user } = openAdmin('/');
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    await user.keyboard('?');
    const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    const shown = list.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(shown).toEqual(expect.arrayContaining(allShortcuts.map(({ does }) => does)));
    expect(shown).toEqual(expect.arrayContaining(tabs.map(({ label }) => label)));
    expect(new Set(shown).size).toBe(shown.length);
  });

  it('logs out at identity and here, and leaves', async () => {
    let ended = 0;
    const { user, left } = openAdmin('/', {
      identity: {
        logout: () => {
          ended += 1;
          return undefined;
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(left).toHaveBeenCalledWith('/'));
    expect(ended).toBe(1);
    expect(session.get()).toBeNull();
  });
});

describe('a login that ended (ADM-46)', () => {
  it('is shown over the page; after it the same screen continues and refetches', async () => {
    let isLoggedIn = false;
    const { user, left, fetched } = openAdmin('/?tab=contributions&sort=amount', {
      payments: {
        listContributionMonths: () => [],
        searchContributions: () => {
          if (!isLoggedIn) throw new FakeProblem('invalid-token', 'jwt expired');
          return noContributions;
        },
      },
      identity: {
        login: ({ body }) => {
          if ((body as { password: string }).password !== 'right')
            throw new FakeProblem('login-failed', 'No');
          isLoggedIn = true;
          // the page reads the token and the user, and no other field of the answer
          return { token: 'second-token', user: aProfile('ADMIN') } as never;
        },
      },
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Your login has ended.' }));
    await user.type(dialog.getByLabelText('Phone number or email'), 'asha@example.org');
    await user.type(dialog.getByLabelText('Password'), 'wrong');
    await user.click(dialog.getByRole('button', { name: 'Log in' }));
    expect(await dialog.findByText('Login failed')).toBeTruthy();
    await user.clear(dialog.getByLabelText('Password'));
    await user.type(dialog.getByLabelText('Password'), 'right');
    await user.click(dialog.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('Nobody has contributed yet.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(location.search).toBe('?tab=contributions&sort=amount');
    expect(left).not.toHaveBeenCalled();
    const logins = fetched.mock.calls.filter(([url]) => String(url).includes('/login'));
    expect(logins.every(([, init]) => !new Headers(init?.headers).has('authorization'))).toBe(true);
  });

  it('closed, the dialog waits over a covered screen; the second Esc changes nothing', async () => {
    const { user, demote } = openPublishing();
    await screen.findByText('zoya@reader.example');
    demote.with('invalid-token');
    await user.keyboard('r');
    const loginDialog = () => screen.findByRole('dialog', { name: 'Your login has ended.' });
    expect(within(await loginDialog()).getByLabelText('Password')).toBeTruthy();
    for (const _ of [1, 2]) {
      await user.click(within(await loginDialog()).getByRole('button', { name: 'Close' }));
      expect(within(await loginDialog()).queryByLabelText('Password')).toBeNull();
      expect(screen.getByText('zoya@reader.example').closest('[data-covered]')).not.toBeNull();
    }
    // it is loaded, so that it would be there at once
    await act(() => import('../features/palette/palette.tsx'));
    await user.keyboard('{Control>}k{/Control}');
    await user.click(within(await loginDialog()).getByRole('button', { name: 'Log in' }));
    expect(within(await loginDialog()).getByLabelText('Password')).toBeTruthy();
    await user.type(within(await loginDialog()).getByLabelText('Password'), 'a long password');
    expect(document.querySelectorAll('dialog')).toHaveLength(1);
  });

  it.each(['not-allowed', 'invalid-token'] as const)(
    'of an account that is no admin any more (%s) leaves a page with nothing of the back office (P83)',
    async (code) => {
      const { user, client, demote, left } = openPublishing();
      await screen.findByText('zoya@reader.example');
      demote.with(code);
      await user.keyboard('r');
      if (code === 'invalid-token') {
        const dialog = within(await screen.findByRole('dialog', { name: 'Your login has ended.' }));
        await user.type(dialog.getByLabelText('Phone number or email'), 'asha@example.org');
        await user.type(dialog.getByLabelText('Password'), 'right');
        await user.click(dialog.getByRole('button', { name: 'Log in' }));
      }
      expect(
        await screen.findByRole('heading', { level: 1, name: 'This account is no admin any more.' }),
      ).toBeTruthy();
      expect(screen.queryByRole('navigation')).toBeNull();
      expect(screen.queryByText('zoya@reader.example')).toBeNull();
      expect(screen.getByRole('link', { name: /^Exit, leave this site now/ })).toBeTruthy();
      const kept = client.getQueryCache().getAll();
      await waitFor(() => expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain('zoya'));
      expect(kept.map(({ queryKey }) => queryKey)).toEqual([['identity', 'profile']]);
      expect(left).not.toHaveBeenCalled();
      expect(localStorage.getItem('admin-draft:publishing:s1')).toBeNull();
    },
  );

  it('is seen at the demotion itself, without a call of the person (P83)', async () => {
    const { client, demote } = openPublishing();
    await screen.findByText('zoya@reader.example');
    demote.with('invalid-token');
    for (const queryKey of staleAfter('admin-acted')) await client.invalidateQueries({ queryKey });
    expect(await screen.findByRole('dialog', { name: 'Your login has ended.' })).toBeTruthy();
  });
});
