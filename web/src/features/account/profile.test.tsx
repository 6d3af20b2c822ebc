import { catalogApi, identityApi, OrderId, paymentsApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { preferences } from '../../lib/preferences.ts';
import { session } from '../../lib/session.ts';
import { anOrder, aProfile } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

type Answers = Parameters<typeof plays<typeof identityApi>>[1];

const world = (identity: Answers = {}, orders = [anOrder()]) => [
  plays(identityApi, { getProfile: () => aProfile(), ...identity }),
  plays(paymentsApi, { listMyOrders: () => orders }),
  plays(catalogApi, { listEbooks: () => ({ items: [], total: 0, nextCursor: null }) }),
];

describe('the profile', () => {
  it('is for those who are logged in', async () => {
    const { where } = openPage('/profile');
    await waitFor(() => expect(where()).toBe('/login?next=%2Fprofile'));
  });

  it('leads to the login when the token is not valid any more, and forgets it', async () => {
    const getProfile = () => {
      throw new FakeProblem('invalid-token', 'jwt expired');
    };
    const { where } = openPage('/profile', { as: 'asha', server: world({ getProfile }) });
    await waitFor(() => expect(where()).toBe('/login?next=%2Fprofile'));
    expect(session.get()).toBeNull();
  });

  it('shows the card with a way to the library', async () => {
    openPage('/profile', { as: 'asha', server: world() });
    const card = within(await screen.findByRole('region', { name: 'Your profile' }));
    expect(card.getByText('Asha')).toBeTruthy();
    expect(card.getByText('she/her')).toBeTruthy();
    expect(card.getByText('asha@example.org')).toBeTruthy();
    expect(card.getByRole('link', { name: 'My Library' }).getAttribute('href')).toBe('/digital-library');
  });

  it('says when it can not be loaded and tries again', async () => {
    let isUp = false;
    const getProfile = () => {
      if (!isUp) throw new FakeProblem('unavailable', 'Not available right now');
      return aProfile();
    };
    const { user } = openPage('/profile', { as: 'asha', server: world({ getProfile }) });
    expect(await screen.findByText('Failed to load profile.')).toBeTruthy();
    isUp = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Your profile' })).toBeTruthy();
  });
});

describe('editing the profile', () => {
  it('sends what is there and nothing for what is empty, and says so', async () => {
    const updateProfile = vi.fn(() => aProfile({ name: 'Asha R.', pronouns: null }));
    const { user } = openPage('/profile', { as: 'asha', server: world({ updateProfile }) });
    const name = await screen.findByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'Asha R.');
    await user.clear(screen.getByLabelText('Pronouns'));
    await user.type(screen.getByLabelText('Interests'), 'poetry, , trains, poetry');
    await user.click(screen.getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(screen.getAllByText('Profile updated!').length).toBeGreaterThan(0));
    expect(updateProfile).toHaveBeenCalledWith(
      expect.objectContaining({
        body: { name: 'Asha R.', pronouns: null, bio: null, city: null, interests: ['poetry', 'trains'] },
      }),
    );
    expect(within(screen.getByRole('region', { name: 'Your profile' })).getByText('Asha R.')).toBeTruthy();
  });

  it('wants a name', async () => {
    const { user } = openPage('/profile', { as: 'asha', server: world() });
    await user.clear(await screen.findByLabelText('Name'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Name required')).toBeTruthy();
  });

  it('says Update failed and keeps what was typed', async () => {
    const updateProfile = () => {
      throw new FakeProblem('unavailable', 'Not available right now');
    };
    const { user } = openPage('/profile', { as: 'asha', server: world({ updateProfile }) });
    await user.type(await screen.findByLabelText('City'), 'Thane');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Update failed');
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Thane');
  });
});

describe('orders', () => {
  it('are listed with number, day, amount and how they stand', async () => {
    const late = anOrder({
      orderId: OrderId.parse('order-2'),
      number: 'ST-2',
      status: 'paid',
      fulfilled: false,
    });
    openPage('/profile', { as: 'asha', server: world({}, [anOrder(), late]) });
    const row = within(await screen.findByRole('row', { name: /ST-10482K/ }));
    expect(row.getByText('1 Nov 2026')).toBeTruthy();
    expect(row.getByText('₹249')).toBeTruthy();
    expect(row.getByText('Paid')).toBeTruthy();
    expect(screen.getByText('Paid, on its way to your library')).toBeTruthy();
  });

  it('may be none', async () => {
    openPage('/profile', { as: 'asha', server: world({}, []) });
    expect(await screen.findByText('No orders yet.')).toBeTruthy();
  });
});

describe('this browser', () => {
  it('can be told to be discreet: the tab then says Reading list', async () => {
    const { user } = openPage('/profile', { as: 'asha', server: world() });
    await waitFor(() => expect(document.title).toMatch(/^Profile/));
    await user.click(await screen.findByRole('checkbox', { name: /^Discreet mode/ }));
    await waitFor(() => expect(document.title).toBe('Reading list'));
    await user.click(screen.getByRole('checkbox', { name: /^Discreet mode/ }));
  });

  it('can be told not to leave when Shift is pressed three times', async () => {
    const { user } = openPage('/profile', { as: 'asha', server: world() });
    await user.click(await screen.findByRole('checkbox', { name: /^Exit by Shift/ }));
    expect(preferences.get().exitByKey).toBe(false);
    await user.click(screen.getByRole('checkbox', { name: /^Exit by Shift/ }));
    expect(preferences.get().exitByKey).toBe(true);
  });
});

describe('logging out', () => {
  it.each([
    ['when the server forgets the cookie', () => undefined],
    [
      'even when the server does not answer',
      () => {
        throw new FakeProblem('unavailable', 'Not available right now');
      },
    ],
  ])('forgets the reader here %s', async (_, answer) => {
    const logout = vi.fn(answer);
    const { user, where } = openPage('/profile', { as: 'asha', server: world({ logout }) });
    await user.click(await screen.findByRole('button', { name: 'Log Out' }));
    await waitFor(() => expect(session.get()).toBeNull());
    expect(localStorage.getItem('token')).toBeNull();
    expect(logout).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(where()).toBe('/'));
  });
});
