import { catalogApi, identityApi, paymentsApi, publishingApi, UserId } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { session } from '../../lib/session.ts';
import { anEbook, anOrder, aProfile } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

type Responses = Parameters<typeof plays<typeof identityApi>>[1];

const servers = (identity: Responses = {}, orders = [anOrder()]) => [
  plays(identityApi, { getProfile: () => aProfile(), ...identity }),
  plays(paymentsApi, { listMyOrders: () => orders, getStoredCard: () => ({ card: null }) }),
  plays(catalogApi, { listEbooks: () => ({ items: [], total: 0, nextCursor: null }) }),
];

describe('the profile', () => {
  it('requires a login (WEB-06)', async () => {
    const { where } = openPage('/profile');
    await waitFor(() => expect(where()).toBe('/login?next=%2Fprofile'));
  });

  it('leads to the login when the token is invalid, and ends the session (WEB-28)', async () => {
    const getProfile = () => {
      throw new FakeProblem('invalid-token', 'jwt expired');
    };
    const { where } = openPage('/profile', { userId: 'asha', server: servers({ getProfile }) });
    await waitFor(() => expect(where()).toBe('/login?next=%2Fprofile'));
    expect(session.get()).toBeNull();
  });

  it('shows the profile card with a link to the library (WEB-26)', async () => {
    openPage('/profile', { userId: 'asha', server: servers() });
    const card = within(await screen.findByRole('region', { name: 'Your profile' }));
    expect(card.getByText('Asha')).toBeTruthy();
    expect(card.getByText('she/her')).toBeTruthy();
    expect(card.getByText('asha@example.org')).toBeTruthy();
    expect(card.getByRole('link', { name: 'My Library' }).getAttribute('href')).toBe('/digital-library');
  });

  it('shows an error when it cannot be loaded and retries', async () => {
    let isUp = false;
    const getProfile = () => {
      if (!isUp) throw new FakeProblem('unavailable', 'Not available right now');
      return aProfile();
    };
    const { user } = openPage('/profile', { userId: 'asha', server: servers({ getProfile }) });
    expect(await screen.findByText('Failed to load profile.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Log Out' })).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
    isUp = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Your profile' })).toBeTruthy();
  });
});

describe('editing the profile', () => {
  it('sends values, and null for empty fields (WEB-27)', async () => {
    const updateProfile = vi.fn(() => aProfile({ name: 'Asha R.', pronouns: null }));
    const { user } = openPage('/profile', { userId: 'asha', server: servers({ updateProfile }) });
    const name = await screen.findByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'Asha R.');
    await user.clear(screen.getByLabelText('Pronouns'));
    await user.type(screen.getByLabelText('Interests'), 'poetry, , trains, poetry');
    await user.click(screen.getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(screen.getAllByText('Profile updated!').length).toBeGreaterThan(0));
    expect(updateProfile).toHaveBeenCalledWith(
      expect.objectContaining({
        body: {
          name: 'Asha R.',
          pronouns: null,
          bio: null,
          city: null,
          interests: ['poetry', 'trains'],
          country: 'IN',
        },
      }),
    );
    expect(within(screen.getByRole('region', { name: 'Your profile' })).getByText('Asha R.')).toBeTruthy();
  });

  it('requires a name', async () => {
    const { user } = openPage('/profile', { userId: 'asha', server: servers() });
    await user.clear(await screen.findByLabelText('Name'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Name required')).toBeTruthy();
  });

  it('shows Update failed and keeps what was typed', async () => {
    const updateProfile = () => {
      throw new FakeProblem('unavailable', 'Not available right now');
    };
    const { user } = openPage('/profile', { userId: 'asha', server: servers({ updateProfile }) });
    await user.type(await screen.findByLabelText('City'), 'Thane');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Update failed');
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Thane');
  });
});

describe('credentials', () => {
  const relogin = {
    login: vi.fn(() => ({
      token: 'new-token',
      user: { _id: UserId.parse('asha'), name: 'Asha', role: 'USER' as const },
    })),
  };

  it('changes the password with the current one and keeps this browser logged in (WEB-27)', async () => {
    const updateProfile = vi.fn(() => aProfile());
    const { user } = openPage('/profile', { userId: 'asha', server: servers({ updateProfile, ...relogin }) });
    await user.click(await screen.findByRole('checkbox', { name: 'Change my password' }));
    await user.type(screen.getByLabelText('New password'), '12345');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Password must be at least 6 characters.')).toBeTruthy();
    expect(screen.getByText('Password required')).toBeTruthy();
    expect(updateProfile).not.toHaveBeenCalled();

    await user.type(screen.getByLabelText('New password'), '6');
    await user.type(screen.getByLabelText('Current password'), 'old-one');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(session.token()).toBe('new-token'));
    expect(updateProfile).toHaveBeenCalledWith(
      expect.objectContaining({
        body: expect.objectContaining({ newPassword: '123456', currentPassword: 'old-one' }),
      }),
    );
    await waitFor(() => expect(screen.queryByLabelText('New password')).toBeNull());
    expect(screen.getAllByText('Profile updated!').length).toBeGreaterThan(0);
  });

  it("shows the server's message for a wrong current password", async () => {
    const updateProfile = () => {
      throw new FakeProblem('not-allowed', 'Current password is incorrect');
    };
    const { user } = openPage('/profile', { userId: 'asha', server: servers({ updateProfile }) });
    await user.click(await screen.findByRole('checkbox', { name: 'Change my password' }));
    await user.type(screen.getByLabelText('New password'), 'monsoon!');
    await user.type(screen.getByLabelText('Current password'), 'not it');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Current password is incorrect');
  });

  it('requests a new email and shows that it is unconfirmed (WEB-27)', async () => {
    const updateProfile = vi.fn(() => aProfile({ pendingEmail: 'new@example.org' }));
    const { user } = openPage('/profile', { userId: 'asha', server: servers({ updateProfile }) });
    await user.click(await screen.findByRole('checkbox', { name: 'Change my email' }));
    await user.type(screen.getByLabelText('New email'), 'new@example.org');
    await user.type(screen.getByLabelText('Current password'), 'old-one');
    await user.click(screen.getByRole('button', { name: 'Save' }));

    expect(await screen.findByText(/A link is on its way to/)).toBeTruthy();
    const card = within(screen.getByRole('region', { name: 'Your profile' }));
    expect(card.getByText('asha@example.org')).toBeTruthy();
    expect(card.getByText('new@example.org')).toBeTruthy();
  });

  it('are Google only for an account without a password', async () => {
    const getProfile = () => aProfile({ hasPassword: false, hasGoogle: true });
    openPage('/profile', { userId: 'asha', server: servers({ getProfile }) });
    expect(await screen.findByText(/You log in with Google/)).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: 'Change my password' })).toBeNull();
  });
});

describe('the result of a confirmation mail', () => {
  it.each([
    ['confirmed', 'Your email is confirmed.'],
    ['expired', 'That link does not work any more. You can get a new one in your profile.'],
    ['taken', 'That email belongs to another account by now.'],
  ])('%s is shown on the profile', async (outcome, words) => {
    openPage(`/profile?email=${outcome}`, { userId: 'asha', server: servers() });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('is kept through a login', async () => {
    const { where } = openPage('/profile?email=confirmed');
    await waitFor(() => expect(where()).toBe('/login?next=%2Fprofile%3Femail%3Dconfirmed'));
  });
});

describe('the Creator Dashboard', () => {
  const open = (
    listMyEbooks: () => { items: ReturnType<typeof anEbook>[] },
    mySubmissions: Parameters<typeof plays<typeof publishingApi>>[1]['mySubmissions'] = () => [],
  ) =>
    openPage('/profile', {
      userId: 'asha',
      server: [...servers(), plays(catalogApi, { listMyEbooks }), plays(publishingApi, { mySubmissions })],
    });

  it("lists the reader's eBooks with links to manage them (WEB-26)", async () => {
    const { user, where } = open(() => ({ items: [anEbook()] }));
    await user.click(await screen.findByRole('tab', { name: 'Creator' }));
    const link = await screen.findByRole('link', { name: 'Manage Seven Ways Home' });
    expect(link.getAttribute('href')).toBe('/ebook/seven-ways');
    expect(where()).toBe('/profile?tab=creator');
  });

  it('keeps its eBooks when they cannot be loaded again', async () => {
    const { user, reloadOffline } = open(() => ({ items: [anEbook()] }));
    await user.click(await screen.findByRole('tab', { name: 'Creator' }));
    await screen.findByRole('link', { name: 'Manage Seven Ways Home' });

    await reloadOffline();

    expect(screen.getByRole('link', { name: 'Manage Seven Ways Home' })).toBeTruthy();
    expect(screen.queryByText('Failed to load eBooks')).toBeNull();
  });

  it('links to publishing when it is empty', async () => {
    const { user } = open(() => ({ items: [] }));
    await user.click(await screen.findByRole('tab', { name: 'Creator' }));
    const link = await screen.findByRole('link', { name: 'Submit your work' });
    expect(link.getAttribute('href')).toBe('/publishing');
  });

  it('lists what was sent in, with its state and its private page (PUB-21)', async () => {
    const { user } = open(
      () => ({ items: [] }),
      () => [
        {
          number: 'SUB-10482K',
          title: 'Night Bus',
          status: 'in-review',
          date: '2026-11-20T10:00:00.000Z',
          statusUrl: 'http://localhost:3000/publishing/status#t=id.signature',
        },
      ],
    );
    await user.click(await screen.findByRole('tab', { name: 'Creator' }));
    const sent = within(await screen.findByRole('region', { name: 'What I sent in' }));
    const link = await sent.findByRole('link', { name: 'Night Bus' });
    expect(link.getAttribute('href')).toBe('/publishing/status#t=id.signature');
    expect(sent.getByText(/In review/).textContent).toContain('SUB-10482K');
  });

  it('shows an error when it cannot be loaded', async () => {
    const { user } = open(() => {
      throw new FakeProblem('unavailable', 'Not available right now');
    });
    await user.click(await screen.findByRole('tab', { name: 'Creator' }));
    expect(await screen.findByText('Failed to load eBooks')).toBeTruthy();
  });
});
