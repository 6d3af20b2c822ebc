import { ManualGrant } from '@satrangi/contracts';
import { aMediaItem, anEditorItem, FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openAdmin } from '../testing/open-admin.tsx';
import { AT, aUser, listing, openUser, revealed } from '../testing/users-fixture.ts';

describe('Users (ADM-16)', () => {
  it('has its columns with masked addresses; the search and the role are in the address', async () => {
    const queries: object[] = [];
    const { user: session } = openAdmin('/?tab=users', {
      identity: {
        listUsers: ({ query }) => {
          queries.push(query);
          return listing(aUser('1'))({ query });
        },
      },
    });
    expect(await screen.findByText('k•••@e•••')).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Email',
      'Role',
      'Created',
      'Actions',
    ]);
    expect(queries.at(-1)).toEqual({ mask: 'true', limit: 50 });
    await session.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'ADMIN');
    await session.type(screen.getByRole('searchbox', { name: 'Search users' }), 'Reader{Enter}');
    expect(location.search).toBe('?tab=users&role=ADMIN&q=Reader');
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ q: 'Reader', role: 'ADMIN', mask: 'true' }));
  });

  it('keeps a shown address while the list renders again', async () => {
    const { user: session, client } = openAdmin('/?tab=users', {
      identity: { listUsers: listing(aUser('1'), aUser('2')), ...revealed },
    });
    await session.click(await screen.findByRole('button', { name: 'Show the address of Reader 1' }));
    expect(await screen.findByText('kiran@example.org')).toBeTruthy();
    await session.click(screen.getByRole('button', { name: 'Delete Reader 2' }));
    await session.click(await screen.findByRole('button', { name: 'Cancel' }));
    await client.invalidateQueries();
    expect(screen.getByText('kiran@example.org')).toBeTruthy();
  });

  it('pages by cursor: Next, Prev, and a new search begins at the first page', async () => {
    const { user: session } = openAdmin('/?tab=users', {
      identity: {
        listUsers: ({ query }) => {
          if (query.cursor === undefined) return { items: [aUser('1')], total: 3, nextCursor: 'c1' };
          return query.cursor === 'c1'
            ? { items: [aUser('2')], total: 3, nextCursor: 'c2' }
            : { items: [aUser('3')], total: 3, nextCursor: null };
        },
      },
    });
    await screen.findByRole('button', { name: 'Reader 1' });
    await session.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByRole('button', { name: 'Reader 2' });
    await session.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByRole('button', { name: 'Reader 3' });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
    await session.click(screen.getByRole('button', { name: 'Prev' }));
    await screen.findByRole('button', { name: 'Reader 2' });
    expect(location.search).toBe('?tab=users&page=c1');
    await session.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'USER');
    expect(location.search).toBe('?tab=users&role=USER');
    await screen.findByRole('button', { name: 'Reader 1' });
  });

  it('shows a sentence when it could not load, and tries again', async () => {
    let isDown = true;
    const { user: session } = openAdmin('/?tab=users', {
      identity: {
        listUsers: (input) => {
          if (isDown) throw new FakeProblem('unavailable', 'Not now');
          return listing(aUser('1'))(input);
        },
      },
    });
    expect(await screen.findByText('Failed to load users')).toBeTruthy();
    isDown = false;
    await session.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Reader 1' });
  });

  it('shows one address by its eye, and hides it again', async () => {
    const reveal = vi.fn(() => ({ email: 'kiran@example.org' }));
    const { user: session } = openAdmin('/?tab=users', {
      identity: { listUsers: listing(aUser('1'), aUser('2')), revealUser: reveal },
    });
    await session.click(await screen.findByRole('button', { name: 'Show the address of Reader 1' }));
    expect(await screen.findByText('kiran@example.org')).toBeTruthy();
    expect(screen.getAllByText('k•••@e•••')).toHaveLength(1);
    expect(reveal.mock.calls).toEqual([[expect.objectContaining({ params: { id: '1' } })]]);
    await session.click(screen.getByRole('button', { name: 'Hide the address of Reader 1' }));
    expect(screen.queryByText('kiran@example.org')).toBeNull();
  });
});

describe('the library of a user', () => {
  const gift = ManualGrant.parse({
    _id: 'gift-1',
    userId: '1',
    mediaId: 'm1',
    mediaType: 'ebook',
    format: 'text',
    reason: 'Review copy',
    grantedBy: 'asha',
    grantedAt: AT,
    expiresAt: null,
  });

  it('lists gifts by title, gives an item with a reason, and revokes after asking', async () => {
    let gifts: ManualGrant[] = [];
    const given: object[] = [];
    const { user: session } = openAdmin('/?tab=users', {
      identity: { listUsers: listing(aUser('1')) },
      catalog: {
        getMedia: () => aMediaItem({ title: 'Seven Ways Home' }),
        listEditorMedia: () => ({
          items: [anEditorItem({ title: 'Seven Ways Home' })],
          total: 1,
          nextCursor: null,
        }),
      },
      library: {
        listManualGrants: () => gifts,
        grantManually: ({ body }) => {
          given.push(body);
          gifts = [gift];
          return gift;
        },
        revokeManually: () => {
          gifts = [];
          return undefined;
        },
      },
    });
    const drawer = await openUser(session, 'Reader 1');
    expect(await drawer.findByText('Nothing was given to this account.')).toBeTruthy();
    await session.click(drawer.getByRole('button', { name: 'Give an item' }));
    await session.type(drawer.getByRole('searchbox', { name: 'Search the catalogue' }), 'seven{Enter}');
    await session.click(await drawer.findByRole('button', { name: 'Seven Ways Home' }));
    await session.click(drawer.getByRole('button', { name: 'Give' }));
    expect(drawer.getByText('Reason required')).toBeTruthy();
    await session.type(drawer.getByLabelText('Reason'), 'Review copy');
    await session.dblClick(drawer.getByRole('button', { name: 'Give' }));
    await session.click(await drawer.findByRole('button', { name: 'Revoke Seven Ways Home' }));
    expect(given).toHaveLength(1);
    expect(given[0]).toMatchObject({ userId: '1', reason: 'Review copy', expiresAt: null });
    const question = within(screen.getByRole('dialog', { name: 'Revoke ‘Seven Ways Home’?' }));
    await session.click(question.getByRole('button', { name: 'Revoke' }));
    expect(await drawer.findByText('Nothing was given to this account.')).toBeTruthy();
  });
});
