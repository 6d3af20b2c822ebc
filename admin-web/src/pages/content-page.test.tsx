import { FakeProblem } from '@satrangi/contracts/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { dropDrafts } from '../lib/drafts.ts';
import { AT, aSection, bodyOf, confirm, fail, field, openContent } from '../testing/content-fixture.ts';

beforeEach(() => dropDrafts());

describe('the list (ADM-19)', () => {
  it('shows pages, sections in their order with their state, and built-in texts without a section', async () => {
    const { user } = openContent('/?tab=content');
    const list = within(await screen.findByRole('list', { name: 'Sections' }));
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    expect(list.getByText('Mission')).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'Built-in texts' })).getByText('Heading')).toBeTruthy();
    await user.click(list.getByText('Mission'));
    expect(location.search).toBe('?tab=content&key=home.mission&of=home');
    expect((await field()).value).toBe('We & you');
    await user.selectOptions(screen.getByLabelText('Page'), 'General');
    expect(location.search).toBe('?tab=content&of=General');
  });

  it('shows that it could not be loaded, and tries again (ADM-24)', async () => {
    let isDown = true;
    const { user } = openContent('/?tab=content', {
      listPageSections: () => (isDown ? fail() : [aSection('home.mission', 'x')]),
    });
    expect(await screen.findByText('Failed to sync with backend.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Site Content' })).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Mission')).toBeTruthy();
  });

  it('moves with buttons and with Alt and an arrow', async () => {
    const { user, sent, present } = openContent('/?tab=content&key=home.mission');
    await user.click(await screen.findByRole('button', { name: 'Move home.mission down' }));
    await waitFor(() => expect(present().map(({ key }) => key)).toEqual(['home.notice', 'home.mission']));
    expect(bodyOf(sent('POST', '/reorder')[0])).toEqual({
      page: 'home',
      order: ['home.notice', 'home.mission'],
      from: ['home.mission', 'home.notice'],
    });
    const row = screen.getByRole('button', { name: /^Mission/ });
    row.focus();
    await waitFor(async () => {
      await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
      expect(present()[0]?.key).toBe('home.mission');
    });
  });

  it('moves a dragged section once, and nothing when a file or a text is dropped', async () => {
    const { sent, present } = openContent('/?tab=content');
    const rows = within(await screen.findByRole('list', { name: 'Sections' })).getAllByRole('listitem');
    const [mission, notice] = rows as [HTMLElement, HTMLElement];
    fireEvent.drop(notice);
    fireEvent.dragStart(mission);
    fireEvent.drop(notice);
    fireEvent.dragEnd(mission);
    await waitFor(() => expect(present().map(({ key }) => key)).toEqual(['home.notice', 'home.mission']));

    const isLeftToTheBrowser = fireEvent.dragOver(notice);
    fireEvent.drop(mission);
    expect(isLeftToTheBrowser).toBe(true);
    expect(sent('POST', '/reorder')).toHaveLength(1);
  });

  it('moves the section that was dragged when another admin has changed the order meanwhile', async () => {
    let isTheirs = false;
    const theirs = ['news', 'mission', 'notice'];
    const { client, sent } = openContent('/?tab=content', {
      listPageSections: () =>
        (isTheirs ? theirs : ['mission', 'notice']).map((key) => aSection(`home.${key}`, key)),
    });
    const list = within(await screen.findByRole('list', { name: 'Sections' }));
    fireEvent.dragStart(list.getAllByRole('listitem')[0] as HTMLElement);
    isTheirs = true;
    await act(() => client.invalidateQueries({ queryKey: ['cms'] }));
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(3));

    fireEvent.drop(list.getAllByRole('listitem')[2] as HTMLElement);

    await waitFor(() => expect(sent('POST', '/reorder')).toHaveLength(1));
    expect(bodyOf(sent('POST', '/reorder')[0]).order).toEqual(['home.news', 'home.notice', 'home.mission']);
  });

  it('takes a refused move back', async () => {
    const { user } = openContent('/?tab=content&key=home.mission', {
      reorderSections: ({ body }: { body: { from: string[]; order: string[] } }) => {
        expect(body.from).toEqual([...body.order].reverse());
        throw new FakeProblem('version-conflict', 'The sections of this page changed since you opened it');
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Move home.mission down' }));
    expect(
      await screen.findByText(/^Failed to sync with backend\. The sections of this page changed/),
    ).toBeTruthy();
    const list = within(screen.getByRole('list', { name: 'Sections' }));
    await waitFor(() => expect(list.getAllByRole('listitem')[0]?.textContent).toContain('Mission'));
  });

  it('renames after a confirmation; an identical key changes nothing (ADM-20, ADM-24)', async () => {
    let isDown = true;
    const { user, sent } = openContent('/?tab=content&key=home.notice', {
      renameSection: ({ body: { newKey } }: { body: { newKey: string } }) =>
        isDown ? fail() : aSection(newKey, '<p>one two</p>'),
    });
    await user.click(await screen.findByRole('button', { name: 'Rename home.notice' }));
    await user.click(screen.getByRole('button', { name: 'Rename…' }));
    expect(sent('POST', '/rename')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Rename home.notice' }));
    const rename = within(screen.getByRole('dialog', { name: 'Rename section' }));
    await user.type(rename.getByRole('textbox', { name: 'Key' }), '2');
    await user.click(screen.getByRole('button', { name: 'Rename…' }));
    expect(sent('POST', '/rename')).toEqual([]);
    await confirm(user, 'Rename ‘home.notice’ to ‘home.notice2’?', 'Rename');
    expect(await screen.findByText(/^Error renaming section\./)).toBeTruthy();
    isDown = false;
    await confirm(user, 'Rename ‘home.notice’ to ‘home.notice2’?', 'Rename');
    await waitFor(() => expect(location.search).toContain('key=home.notice2'));
  });

  it('deletes after a confirmation with its name, and Undo brings it back (ADM-20)', async () => {
    const { user, sent, present } = openContent('/?tab=content&key=home.notice');
    await user.click(await screen.findByRole('button', { name: 'Delete home.notice' }));
    expect(sent('DELETE', '/')).toEqual([]);
    await confirm(user, 'Delete ‘home.notice’?', 'Delete');
    await waitFor(() => expect(present()).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(present()).toHaveLength(2));
    expect(sent('POST', 'home.notice/undelete')).toHaveLength(1);
  });

  it('lists deleted sections, and restores one after a confirmation (ADM-20)', async () => {
    const { user, sent, present } = openContent('/?tab=content&key=home.notice');
    await user.click(await screen.findByRole('button', { name: 'Delete home.notice' }));
    await confirm(user, 'Delete ‘home.notice’?', 'Delete');
    await waitFor(() => expect(present()).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Deleted sections' }));
    expect(location.search).toContain('panel=deleted');
    const panel = within(await screen.findByRole('dialog', { name: 'Deleted sections' }));
    expect((await panel.findByText(/^Deleted/, { selector: 'span' })).textContent).toMatch(
      /Deleted 20 Nov.*, kept until 20 Dec/,
    );
    await user.click(panel.getByRole('button', { name: 'Restore home.notice' }));
    expect(sent('POST', 'home.notice/undelete')).toEqual([]);
    await confirm(user, 'Restore ‘home.notice’?', 'Restore');
    expect(await screen.findByText('‘home.notice’ is back.')).toBeTruthy();
    expect(present()).toHaveLength(2);
    expect(await field()).toBeTruthy();
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
        tab: 'content',
        key: 'home.notice',
        of: 'home',
      }),
    );
  });

  it('shows when no section was deleted', async () => {
    const { user } = openContent('/?tab=content&panel=deleted');
    expect(await screen.findByText('No section was deleted.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(location.search).toBe('?tab=content');
  });

  it('keeps the question when a section could not be restored (ADM-24)', async () => {
    const listDeletedSections = () => [
      { _id: 'x', key: 'home.old', page: 'home', deletedAt: AT, keptUntil: AT },
    ];
    const { user } = openContent('/?tab=content&panel=deleted', {
      listDeletedSections,
      undeleteSection: fail,
    });
    await user.click(await screen.findByRole('button', { name: 'Restore home.old' }));
    await confirm(user, 'Restore ‘home.old’?', 'Restore');
    const question = within(screen.getByRole('dialog', { name: 'Restore ‘home.old’?' }));
    expect(await question.findByText('Failed to sync with backend.')).toBeTruthy();
  });

  it('adds after a confirmation at a position; the button is off on a blank key (ADM-20, ADM-24)', async () => {
    let isDown = true;
    const { user, sent } = openContent('/?tab=content', {
      addSection: ({ body: { key } }: { body: { key: string } }) => (isDown ? fail() : aSection(key, '')),
    });
    const form = within(await screen.findByRole('form', { name: 'Add section' }));
    const add = form.getByRole<HTMLButtonElement>('button', { name: 'Add' });
    expect(add.disabled).toBe(true);
    await user.type(form.getByLabelText('Key'), '   ');
    expect(add.disabled).toBe(true);
    await user.type(form.getByLabelText('Key'), 'home.extra');
    await user.selectOptions(form.getByLabelText('Position'), 'After home.mission');
    await user.click(add);
    expect(sent('POST', '/sections/add')).toEqual([]);
    await confirm(user, 'Add ‘home.extra’ to Home?', 'Add');
    expect(await screen.findByText('Error adding section.')).toBeTruthy();
    isDown = false;
    await confirm(user, 'Add ‘home.extra’ to Home?', 'Add');
    await waitFor(() => expect(location.search).toContain('key=home.extra'));
    expect(bodyOf(sent('POST', '/sections/add').at(-1))).toEqual({ key: 'home.extra', position: 1 });
  });

  it('offers to restore a deleted section whose key is added again', async () => {
    const { user, sent } = openContent('/?tab=content', {
      addSection: () => {
        throw new FakeProblem(
          'already-used',
          'A deleted section has that key. Restore it or choose another key.',
        );
      },
    });
    const form = within(await screen.findByRole('form', { name: 'Add section' }));
    await user.type(form.getByLabelText('Key'), 'home.old');
    await user.click(form.getByRole('button', { name: 'Add' }));
    await confirm(user, 'Add ‘home.old’ to Home?', 'Add');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Restore it' }));
    await waitFor(() => expect(sent('POST', 'home.old/undelete')).toHaveLength(1));
  });
});
