import { catalogApi, identityApi, UserId } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage } from '../testing/open-page.tsx';

const catalog = plays(catalogApi, { listEbooks: () => ({ items: [], total: 0, nextCursor: null }) });

const identity = (role: 'USER' | 'ADMIN') =>
  plays(identityApi, {
    getProfile: () => ({
      _id: UserId.parse('asha'),
      name: 'Asha',
      email: 'asha@example.org',
      phone: null,
      pronouns: null,
      bio: null,
      city: null,
      interests: [],
      country: 'IN',
      role,
      createdAt: '2026-01-01T00:00:00.000Z',
      hasPassword: true,
      hasGoogle: false,
      pendingEmail: null,
    }),
  });

describe('earlier addresses (WEB-05)', () => {
  it.each([
    ['/library', '/digital-library'],
    ['/community', '/virtual-run'],
    ['/run-registration', '/virtual-run'],
  ])('%s redirects to %s', async (from, to) => {
    const { where } = openPage(from, { server: [catalog] });
    await waitFor(() => expect(where()).toBe(to));
  });
});

describe('/admin (WEB-07)', () => {
  it('shows the login without a token', async () => {
    const { where } = openPage('/admin', { server: [catalog] });
    await waitFor(() => expect(where()).toBe('/login?next=%2Fadmin'));
  });

  it('shows readers their profile', async () => {
    const { where } = openPage('/admin', { userId: 'asha', server: [catalog, identity('USER')] });
    await waitFor(() => expect(where()).toBe('/profile'));
  });

  it('waits for the role, then shows an admin the back office', async () => {
    openPage('/admin', { userId: 'asha', server: [catalog, identity('ADMIN')] });
    expect(await screen.findByRole('heading', { level: 1, name: 'Back office' })).toBeTruthy();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
    expect(await screen.findByText(/admins work with the API/)).toBeTruthy();
  });
});
