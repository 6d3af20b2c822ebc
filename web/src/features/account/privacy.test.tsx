import { catalogApi, gatewayApi, identityApi, paymentsApi, SessionId } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { preferences } from '../../lib/preferences.ts';
import { session } from '../../lib/session.ts';
import { anOrder, aProfile } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

type Responses = Parameters<typeof plays<typeof identityApi>>[1];

const servers = (identity: Responses = {}, orders = [anOrder()]) => [
  plays(identityApi, { getProfile: () => aProfile(), ...identity }),
  plays(paymentsApi, { listMyOrders: () => orders, getStoredCard: () => ({ card: null }) }),
  plays(catalogApi, { listEbooks: () => ({ items: [], total: 0, nextCursor: null }) }),
];

describe('privacy', () => {
  it('downloads all personal data in a file with a neutral name', async () => {
    const saved: string[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const exportAll = () => ({ exportedAt: '2026-11-21T10:00:00.000Z', identity: {}, catalog: {} });
    const server = [...servers(), plays(gatewayApi, { exportAll })];
    const { user } = openPage('/profile', { userId: 'asha', server });
    await user.click(await screen.findByRole('button', { name: 'Download my data' }));
    expect(await screen.findByText('Saved as my-data.json.')).toBeTruthy();
    expect(saved).toEqual(['my-data.json']);
  });

  it('shows an error when one service does not answer', async () => {
    const exportAll = () => {
      throw new FakeProblem('unavailable', 'Not available right now');
    };
    const server = [...servers(), plays(gatewayApi, { exportAll })];
    const { user } = openPage('/profile', { userId: 'asha', server });
    await user.click(await screen.findByRole('button', { name: 'Download my data' }));
    expect(await screen.findByText('Your data could not be collected just now. Try again.')).toBeTruthy();
  });

  it('ends all logins including this one', async () => {
    const logoutEverywhere = vi.fn(() => undefined);
    sessionStorage.setItem('gift-code', '7K2M9QXA0B4DXYZ1');
    const { user } = openPage('/profile', { userId: 'asha', server: servers({ logoutEverywhere }) });
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere' }));
    await waitFor(() => expect(session.get()).toBeNull());
    expect(logoutEverywhere).toHaveBeenCalledTimes(1);
    expect(sessionStorage.getItem('gift-code')).toBeNull();
  });
});

describe('the assistant', () => {
  it('gets the interests of the profile for its AI model only when the switch is on (CON-03)', async () => {
    let profile = aProfile({ interests: ['poetry'] });
    const updateProfile = vi.fn(({ body }: { body: { aiPersonal?: boolean | undefined } }) => {
      profile = { ...profile, aiPersonal: body.aiPersonal };
      return profile;
    });
    const { user } = openPage('/profile', { userId: 'asha', server: servers({ updateProfile }) });
    const name = /^Let the assistant’s AI model know my interests/;
    const toggle = await screen.findByRole('checkbox', { name });
    expect(toggle).toHaveProperty('checked', false);

    await user.click(toggle);

    await waitFor(() => expect(screen.getByRole('checkbox', { name })).toHaveProperty('checked', true));
    expect(updateProfile).toHaveBeenCalledWith(expect.objectContaining({ body: { aiPersonal: true } }));
  });
});

describe('the list of logins', () => {
  const login = (_id: string, isCurrent: boolean) => ({
    _id: SessionId.parse(_id),
    startedAt: '2026-11-20T10:00:00.000Z',
    lastUsedAt: '2026-11-21T09:00:00.000Z',
    isCurrent,
  });

  it('ends another login and shows the remaining ones', async () => {
    let items = [login('this', true), login('other', false)];
    const endSession = vi.fn(({ params }: { params: { id: string } }) => {
      items = items.filter(({ _id }) => _id !== params.id);
      return undefined;
    });
    const server = servers({ listSessions: () => ({ items }), endSession });
    const { user } = openPage('/profile', { userId: 'asha', server });
    const list = within(await screen.findByRole('list', { name: 'Your logins' }));
    expect(await list.findByText('This login')).toBeTruthy();
    const rows = list.getAllByRole('listitem');
    const other = rows.find((row) => within(row).queryByText('Another login'));
    if (!other) throw new Error('the other login is listed');

    await user.click(within(other).getByRole('button', { name: /^Log out/ }));

    await waitFor(() => expect(list.queryByText('Another login')).toBeNull());
    expect(endSession).toHaveBeenCalledWith(expect.objectContaining({ params: { id: 'other' } }));
    expect(session.get()).not.toBeNull();
  });

  it('says that it could not be loaded again, and keeps what it had', async () => {
    const server = servers({ listSessions: () => ({ items: [login('this', true)] }) });
    const { reloadOffline } = openPage('/profile', { userId: 'asha', server });
    await screen.findByText('This login');

    await reloadOffline();

    expect(screen.getByText('Your logins could not be loaded just now.')).toBeTruthy();
    expect(screen.getByText('This login')).toBeTruthy();
  });

  it('ends this login and logs out', async () => {
    const server = servers({
      listSessions: () => ({ items: [login('this', true)] }),
      endSession: () => undefined,
    });
    const { user } = openPage('/profile', { userId: 'asha', server });
    await user.click(await screen.findByRole('button', { name: /^Log out the login from/ }));
    await waitFor(() => expect(session.get()).toBeNull());
  });
});

describe('deleting the profile', () => {
  const openDialog = async (deleteAccount: () => { ok: true }) => {
    const opened = openPage('/profile', { userId: 'asha', server: servers({ deleteAccount }) });
    await opened.user.click(await screen.findByRole('button', { name: 'Delete My Profile' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete my profile' }));
    return { ...opened, dialog };
  };

  it.each([
    ['', true],
    ['delet', true],
    ['delete it', true],
    ['delete', false],
    ['  DeLeTe ', false],
  ])('with “%s” typed is disabled: %s (WEB-29)', async (word, isDisabled) => {
    const { user, dialog } = await openDialog(() => ({ ok: true }));
    if (word) await user.type(dialog.getByLabelText('Type delete to continue'), word);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(isDisabled);
  });

  it('names everything that is lost, and what stays (IDN-40)', async () => {
    const { dialog } = await openDialog(() => ({ ok: true }));
    const lost = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lost.join(' ')).toMatch(
      /library.*place in each title.*notes and highlights.*saved for later.*reviews.*assistant.*card.*newsletter.*page of the run.*not returned/i,
    );
    expect(dialog.getByText(/Works that you sent us/).textContent).toContain('seven years');
  });

  it('confirms the deletion, removes the token after a moment and opens the home page (WEB-29)', async () => {
    const deleteAccount = vi.fn(() => ({ ok: true as const }));
    // notes that were never sent
    for (const who of ['asha', 'visitor']) localStorage.setItem(`marks:${who}:seven-ways`, '[]');
    const { user, dialog, where } = await openDialog(deleteAccount);
    await user.type(dialog.getByLabelText(/Why are you leaving/), ' moving on ');
    await user.type(dialog.getByLabelText('Type delete to continue'), 'Delete');
    await user.type(dialog.getByLabelText('Current password'), 'kahaani 7');
    await user.click(dialog.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText('Profile deleted. Redirecting…')).toBeTruthy();
    expect(deleteAccount).toHaveBeenCalledWith(
      expect.objectContaining({ body: { feedback: 'moving on', currentPassword: 'kahaani 7' } }),
    );
    await waitFor(() => expect(where()).toBe('/'));
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('userId')).toBeNull();
    expect(localStorage.getItem('marks:asha:seven-ways')).toBeNull();
    expect(localStorage.getItem('marks:visitor:seven-ways')).toBe('[]');
  });

  it('ends the session of a reader who opens another page at once', async () => {
    const { user, dialog, where } = await openDialog(() => ({ ok: true as const }));
    await user.type(dialog.getByLabelText(/Type delete/), 'delete');
    await user.type(dialog.getByLabelText('Current password'), 'kahaani 7');
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Profile deleted. Redirecting…');
    const [about] = screen.getAllByRole('link', { name: 'About' });
    if (about) await user.click(about);
    await waitFor(() => expect(screen.queryByText('Profile deleted. Redirecting…')).toBeNull());
    expect(where()).toBe('/about');
    expect(session.get()).toBeNull();
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('shows Failed to delete profile. and keeps the login (WEB-29)', async () => {
    const { user, dialog } = await openDialog(() => {
      throw new FakeProblem('unavailable', 'Not available right now');
    });
    await user.type(dialog.getByLabelText('Current password'), 'kahaani 7');
    await user.type(dialog.getByLabelText('Type delete to continue'), 'delete{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to delete profile.');
    expect(session.get()).not.toBeNull();
  });
});

describe('deleting the profile requires authentication', () => {
  const openDialog = async (hasPassword: boolean, deleteAccountResponse: () => { ok: true }) => {
    const deleteAccount = vi.fn(deleteAccountResponse);
    const getProfile = () => ({ ...aProfile(), hasPassword });
    const { user, where } = openPage('/profile', {
      userId: 'asha',
      server: servers({ deleteAccount, getProfile, logout: () => undefined }),
    });
    await user.click(await screen.findByRole('button', { name: 'Delete My Profile' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete my profile' }));
    await user.type(dialog.getByLabelText('Type delete to continue'), 'delete');
    return { user, where, dialog, deleteAccount };
  };
  const refuse = (words: string) => () => {
    throw new FakeProblem('not-allowed', words);
  };

  it('sends nothing without the password', async () => {
    const { user, dialog, deleteAccount } = await openDialog(true, () => ({ ok: true }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(dialog.getByText('Password required')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Current password'));
    expect(deleteAccount).not.toHaveBeenCalled();
  });

  it("shows the server's message for a wrong password and keeps the login", async () => {
    const { user, dialog } = await openDialog(true, refuse('Current password is incorrect'));
    await user.type(dialog.getByLabelText('Current password'), 'a guess');
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Current password is incorrect');
    expect(session.get()).not.toBeNull();
    expect(dialog.queryByRole('button', { name: 'Log in again' })).toBeNull();
  });

  it('leads a reader without a password to the login and back when the login is old', async () => {
    const { user, where, dialog } = await openDialog(false, refuse('Log in again to delete your profile.'));
    expect(dialog.queryByLabelText('Current password')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await user.click(await dialog.findByRole('button', { name: 'Log in again' }));
    await waitFor(() => expect(where()).toBe('/login?next=%2Fprofile'));
  });
});

describe('settings of this browser', () => {
  it('switches discreet mode on: the tab then shows Reading list', async () => {
    const { user } = openPage('/profile', { userId: 'asha', server: servers() });
    await waitFor(() => expect(document.title).toMatch(/^Profile/));
    await user.click(await screen.findByRole('checkbox', { name: /^Discreet mode/ }));
    await waitFor(() => expect(document.title).toBe('Reading list'));
    await user.click(screen.getByRole('checkbox', { name: /^Discreet mode/ }));
  });

  it('switches the exit by Shift off (WEB-112)', async () => {
    const { user } = openPage('/profile', { userId: 'asha', server: servers() });
    await user.click(await screen.findByRole('checkbox', { name: /^Exit by Shift/ }));
    expect(preferences.get().exitByKey).toBe(false);
    await user.click(screen.getByRole('checkbox', { name: /^Exit by Shift/ }));
    expect(preferences.get().exitByKey).toBe(true);
  });
});

describe('the language and the assistant, among the settings of this browser', () => {
  it('are chosen there too', async () => {
    const { user } = openPage('/profile', { userId: 'asha', server: servers() });
    const settings = within(await screen.findByRole('region', { name: 'This browser' }));
    await user.click(await settings.findByRole('checkbox', { name: /^Hide the assistant/ }));
    expect(preferences.get().hidesAssistant).toBe(true);
    const language = settings.getByRole('button', { name: 'हिन्दी' });
    expect(language.lang).toBe('hi');
    await user.click(language);
    expect(preferences.get().language).toBe('hi');
    preferences.change({ language: 'en', hidesAssistant: false });
  });
});

describe('logging out', () => {
  it.each([
    ['when the server clears the cookie', () => undefined],
    [
      'even when the server does not answer',
      () => {
        throw new FakeProblem('unavailable', 'Not available right now');
      },
    ],
  ])('ends the local session %s', async (when, deleteAccountResponse) => {
    const logout = vi.fn(deleteAccountResponse);
    // the next reader in this tab could redeem it
    sessionStorage.setItem('gift-code', '7K2M9QXA0B4DXYZ1');
    const { user, where } = openPage('/profile', { userId: 'asha', server: servers({ logout }) });
    await user.click(await screen.findByRole('button', { name: 'Log Out' }));
    await waitFor(() => expect(session.get()).toBeNull());
    expect(localStorage.getItem('token')).toBeNull();
    expect(logout).toHaveBeenCalledTimes(1);
    expect(sessionStorage.getItem('gift-code')).toBeNull();
    // the next visit tells the server, whose cookie is still valid
    expect(localStorage.getItem('logout-pending')).toBe(when.endsWith('not answer') ? '1' : null);
    await waitFor(() => expect(where()).toBe('/'));
  });
});
