import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ifMatchOf } from '../testing/media-fixture.ts';
import { openAdmin } from '../testing/open-admin.tsx';
import { aUser, listing, noGifts, openUser, type Row, revealed } from '../testing/users-fixture.ts';

describe('the edit form of a user (ADM-16)', () => {
  const openEdit = async (updateUser: (ifMatch: string | null) => Row | Promise<Row>) => {
    const sent: object[] = [];
    let row: object = {};
    const opened = openAdmin('/?tab=users', {
      identity: {
        listUsers: (input) => listing(aUser('1', row))(input),
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
    held.resolve(aUser('1', { name: 'Kiran' }));
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

  it('shows both texts when another admin saved first, and saves what is chosen on top of theirs (P81)', async () => {
    const tags: (string | null)[] = [];
    const theirs = aUser('1', { name: 'Reader One', email: 'kiran@example.org', revision: 'r2' });
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
      return aUser('1');
    });
    await newer({ name: 'Reader One', revision: 'r2' });
    await session.type(form.getByLabelText('Name'), ' K.{Enter}');
    await waitFor(() => expect(tags).toEqual(['"r1"']));
  });

  it('asks before typed changes are left, and shows how long they are kept', async () => {
    const { session, drawer, form } = await openEdit(() => aUser('1'));
    await session.type(form.getByLabelText('Name'), ' K.');
    await session.click(drawer.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    expect(
      question.getByText(
        'What you typed is not saved. It is kept as a draft until this browser tab is closed.',
      ),
    ).toBeTruthy();
    expect(Object.keys(localStorage).filter((key) => key.startsWith('admin-draft'))).toEqual([]);
  });

  it("shows 'Failed to update user' when the service failed, and keeps what was typed", async () => {
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
      identity: { listUsers: listing(aUser('1', more)), ...revealed, deleteUser: deleted },
    });
    await session.click(await screen.findByRole('button', { name: 'Delete Reader 1' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete ‘Reader 1’?' }));
    return { session, question, deleted, fetched };
  };

  it('needs the typed address, and shows what goes and what stays', async () => {
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
