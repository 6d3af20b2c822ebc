import { ManualGrant, UserId } from '@satrangi/contracts';
import { aMediaItem, anEditorItem, FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ifMatchOf } from '../testing/media-fixture.ts';
import { openAdmin } from '../testing/open-admin.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const user = (id: string, more: object = {}) => ({
  _id: UserId.parse(id),
  name: `Reader ${id}`,
  email: 'k•••@e•••',
  role: 'USER' as const,
  createdAt: AT,
  revision: 'r1',
  ...more,
});
type Row = ReturnType<typeof user>;

const listing =
  (...all: Row[]) =>
  ({ query }: { query: { q?: string | undefined } }) => {
    const items = query.q
      ? all.filter(({ _id, name }) => _id === query.q || name.includes(query.q ?? ''))
      : all;
    return { items, total: items.length, nextCursor: null };
  };
const revealed = { revealUser: () => ({ email: 'kiran@example.org' }) };
const noGifts = { listManualGrants: () => [] };

const openUser = async (session: ReturnType<typeof openAdmin>['user'], name: string) => {
  await session.click(await screen.findByRole('button', { name }));
  const drawer = within(await screen.findByRole('dialog', { name }));
  await drawer.findByRole('heading', { name: 'Given by admins' });
  return drawer;
};

describe('Users (ADM-16)', () => {
  it('has its columns with masked addresses; the search and the role are in the address', async () => {
    const asked: object[] = [];
    const { user: session } = openAdmin('/?tab=users', {
      identity: {
        listUsers: ({ query }) => {
          asked.push(query);
          return listing(user('1'))({ query });
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
    expect(asked.at(-1)).toEqual({ mask: 'true', limit: 50 });
    await session.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'ADMIN');
    await session.type(screen.getByRole('searchbox', { name: 'Search users' }), 'Reader{Enter}');
    expect(location.search).toBe('?tab=users&role=ADMIN&q=Reader');
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ q: 'Reader', role: 'ADMIN', mask: 'true' }));
  });

  it('keeps a shown address while the list renders again', async () => {
    const { user: session, client } = openAdmin('/?tab=users', {
      identity: { listUsers: listing(user('1'), user('2')), ...revealed },
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
          if (query.cursor === undefined) return { items: [user('1')], total: 3, nextCursor: 'c1' };
          return query.cursor === 'c1'
            ? { items: [user('2')], total: 3, nextCursor: 'c2' }
            : { items: [user('3')], total: 3, nextCursor: null };
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

  it('says so when it could not load, and tries again', async () => {
    let isDown = true;
    const { user: session } = openAdmin('/?tab=users', {
      identity: {
        listUsers: (input) => {
          if (isDown) throw new FakeProblem('unavailable', 'Not now');
          return listing(user('1'))(input);
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
      identity: { listUsers: listing(user('1'), user('2')), revealUser: reveal },
    });
    await session.click(await screen.findByRole('button', { name: 'Show the address of Reader 1' }));
    expect(await screen.findByText('kiran@example.org')).toBeTruthy();
    expect(screen.getAllByText('k•••@e•••')).toHaveLength(1);
    expect(reveal.mock.calls).toEqual([[expect.objectContaining({ params: { id: '1' } })]]);
    await session.click(screen.getByRole('button', { name: 'Hide the address of Reader 1' }));
    expect(screen.queryByText('kiran@example.org')).toBeNull();
  });
});

describe('the edit form of a user (ADM-16)', () => {
  const openEdit = async (updateUser: (ifMatch: string | null) => Row | Promise<Row>) => {
    const sent: object[] = [];
    let row: object = {};
    const opened = openAdmin('/?tab=users', {
      identity: {
        listUsers: (input) => listing(user('1', row))(input),
        ...revealed,
        updateUser: (input) => {
          sent.push(input.body);
          return updateUser(ifMatchOf(opened.fetched, 'PUT'));
        },
      },
      library: noGifts,
    });
    const drawer = await openUser(opened.user, 'Reader 1');
    await opened.user.click(drawer.getByRole('button', { name: 'Edit' }));
    const form = within(await drawer.findByRole('form', { name: 'Edit Reader 1' }));
    /** Another state of the account, which the open list and drawer read. */
    const newer = async (more: object): Promise<void> => {
      row = more;
      await opened.client.refetchQueries({ queryKey: ['identity'] });
    };
    return { session: opened.user, drawer, form, sent, newer };
  };

  it('saves name and address, once for two clicks, and never a masked address', async () => {
    const held = Promise.withResolvers<Row>();
    const { session, form, sent } = await openEdit(() => held.promise);
    expect(form.getByLabelText<HTMLInputElement>('Email').value).toBe('kiran@example.org');
    await session.clear(form.getByLabelText('Name'));
    await session.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Name required')).toBeTruthy();
    await session.type(form.getByLabelText('Name'), 'Kiran');
    await session.dblClick(form.getByRole('button', { name: 'Save' }));
    held.resolve(user('1', { name: 'Kiran' }));
    await screen.findByText('‘Kiran’ is saved.');
    expect(sent).toEqual([{ name: 'Kiran', email: 'kiran@example.org', role: 'USER' }]);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('admin-draft'))).toEqual([]);
  });

  it('asks for the name before a role changes, and has the sentence of the last admin', async () => {
    const { session, form, sent } = await openEdit(() => {
      throw new FakeProblem('last-admin', 'At least one admin is required');
    });
    await session.selectOptions(form.getByLabelText('Role'), 'ADMIN');
    await session.click(form.getByRole('button', { name: 'Save' }));
    const title = { name: 'Make ‘Reader 1’ an admin?' };
    await session.click(
      within(await screen.findByRole('dialog', title)).getByRole('button', { name: 'Cancel' }),
    );
    expect(sent).toHaveLength(0);
    await session.click(form.getByRole('button', { name: 'Save' }));
    const question = within(await screen.findByRole('dialog', title));
    await session.type(question.getByLabelText('Type the name: Reader 1'), 'reader 1{Enter}');
    expect(await form.findByText('At least one admin is required')).toBeTruthy();
    expect(sent).toHaveLength(1);
  });

  it('shows both texts when another admin saved meanwhile, and saves what is chosen on top of theirs (P81)', async () => {
    const tags: (string | null)[] = [];
    const theirs = user('1', { name: 'Reader One', email: 'kiran@example.org', revision: 'r2' });
    const { session, form, sent } = await openEdit((ifMatch) => {
      tags.push(ifMatch);
      if (ifMatch !== '"r2"')
        throw new FakeProblem('version-conflict', 'The account changed', { current: theirs });
      return { ...theirs, name: 'Kiran', revision: 'r3' };
    });
    await session.clear(form.getByLabelText('Name'));
    await session.type(form.getByLabelText('Name'), 'Kiran{Enter}');
    const panel = within(await screen.findByRole('dialog', { name: 'Content changed since you opened it' }));
    const name = within(panel.getByRole('group', { name: 'Name' }));
    expect(name.getByText(/Reader/)).toBeTruthy();
    expect(name.getByText('Kiran')).toBeTruthy();
    expect(panel.queryByRole('group', { name: 'Email' })).toBeNull();
    await session.click(panel.getByRole('button', { name: 'Save what is chosen' }));
    await screen.findByText('‘Kiran’ is saved.');
    expect(tags).toEqual(['"r1"', '"r2"']);
    expect(sent.at(-1)).toEqual({ name: 'Kiran', email: 'kiran@example.org', role: 'USER' });
  });

  it('sends the revision of the row that was opened, also when the list was read again after that (P81)', async () => {
    const tags: (string | null)[] = [];
    const { session, form, newer } = await openEdit((ifMatch) => {
      tags.push(ifMatch);
      return user('1');
    });
    await newer({ name: 'Reader One', revision: 'r2' });
    await session.type(form.getByLabelText('Name'), ' K.{Enter}');
    await waitFor(() => expect(tags).toEqual(['"r1"']));
  });

  it('asks before typed changes are left, and says that they are not kept', async () => {
    const { session, drawer, form } = await openEdit(() => user('1'));
    await session.type(form.getByLabelText('Name'), ' K.');
    await session.click(drawer.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    expect(question.getByText('What you typed is not saved. It is not kept.')).toBeTruthy();
    expect(Object.keys(localStorage).filter((key) => key.startsWith('admin-draft'))).toEqual([]);
  });

  it("says 'Failed to update user' when the service failed, and keeps what was typed", async () => {
    const { session, form } = await openEdit(() => {
      throw new FakeProblem('unavailable', 'Not now');
    });
    await session.type(form.getByLabelText('Name'), ' K.{Enter}');
    expect(await form.findByText('Failed to update user')).toBeTruthy();
    expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Reader 1 K.');
  });
});

describe('deleting a user (ADM-16)', () => {
  const openDelete = async (deleteUser: () => { ok: true }, more: object = {}) => {
    const deleted = vi.fn(deleteUser);
    const { user: session, fetched } = openAdmin('/?tab=users', {
      identity: { listUsers: listing(user('1', more)), ...revealed, deleteUser: deleted },
    });
    await session.click(await screen.findByRole('button', { name: 'Delete Reader 1' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete ‘Reader 1’?' }));
    return { session, question, deleted, fetched };
  };

  it('needs the typed address, and says what goes and what stays', async () => {
    const { session, question, deleted, fetched } = await openDelete(() => ({ ok: true }));
    const field = await question.findByLabelText('Type the address: kiran@example.org');
    expect(question.getByText(/its library, its place in each title, and its reviews/)).toBeTruthy();
    expect(question.getByText(/its orders for seven years/)).toBeTruthy();
    await session.type(field, 'kiran@example.com{Enter}');
    expect(deleted).not.toHaveBeenCalled();
    await session.clear(field);
    await session.type(field, 'kiran@example.org{Enter}');
    expect(await screen.findByText('‘Reader 1’ is deleted.')).toBeTruthy();
    expect(deleted).toHaveBeenCalledOnce();
    expect(ifMatchOf(fetched, 'DELETE')).toBe('"r1"');
  });

  it('of an account without an address needs its name', async () => {
    const { question } = await openDelete(() => ({ ok: true }), { email: null });
    expect(question.getByLabelText('Type the name: Reader 1')).toBeTruthy();
  });

  it.each([
    ['last-admin', 'At least one admin is required', 'At least one admin is required'],
    ['version-conflict', 'The account changed', 'The account changed'],
    ['unavailable', 'Not now', 'Failed to delete user'],
  ] as const)('refused as %s says its sentence', async (code, detail, sentence) => {
    const { session, question } = await openDelete(() => {
      throw new FakeProblem(code, detail);
    });
    await session.type(
      await question.findByLabelText('Type the address: kiran@example.org'),
      'kiran@example.org{Enter}',
    );
    expect(await question.findByText(sentence)).toBeTruthy();
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
      identity: { listUsers: listing(user('1')) },
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
