import { Field } from '@satrangi/kit';
import { session } from '@satrangi/kit/browser/session';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { dropDrafts, readDrafts } from '../drafts.ts';
import { CallError } from '../http.ts';
import { EditForm } from './edit-form.tsx';
import { type Stored, useEditForm } from './use-edit-form.ts';

const Note = z.object({ title: z.string().min(1, 'Title required'), text: z.string() });
type Note = z.input<typeof Note>;
const labels = { title: 'Title', text: 'Text' };

const refusal = (status: number, problem: object): CallError =>
  new CallError('/api/notes', new Response(null, { status }), JSON.stringify(problem));

function NoteForm({
  stored,
  save,
}: {
  stored: Stored<Note>;
  save: (note: Note, revision: string) => Promise<Stored<Note>>;
}) {
  const edit = useEditForm({
    tab: 'notes',
    id: 'one',
    schema: Note,
    stored,
    labels,
    save,
    failure: 'Failed to save note',
    theirs: ({ data }) => data?.current as Stored<Note>,
  });
  return (
    <EditForm edit={edit} label="Note">
      <Field label={labels.title} {...edit.field('title')} />
      <Field label={labels.text} {...edit.field('text')} />
      <Link to="/?tab=other">Elsewhere</Link>
      <Link to="/?tab=notes&q=x">Same place</Link>
    </EditForm>
  );
}

const first: Stored<Note> = { values: { title: 'One', text: 'red green' }, revision: 'r1' };

const open = (save = vi.fn(async (values: Note) => ({ values, revision: 'r2' })), stored = first) => {
  const router = createMemoryRouter([{ path: '*', element: <NoteForm stored={stored} save={save} /> }], {
    initialEntries: ['/?tab=notes'],
  });
  const view = render(<RouterProvider router={router} />);
  return { user: userEvent.setup(), save, router, ...view };
};
const title = () => screen.getByLabelText<HTMLInputElement>('Title');

beforeEach(() => {
  dropDrafts();
  session.begin({ token: 't', userId: 'asha' });
});

describe('saving', () => {
  it('sends the revision, shows when it was saved, and clears the draft; Ctrl+S does it too (ADM-23)', async () => {
    const { user, save } = open();
    expect(screen.getByRole('status').dataset.state).toBe('idle');
    await user.type(title(), '!');
    expect(screen.getByRole('status').textContent).toBe('Not saved yet');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(screen.getByRole('status').dataset.state).toBe('success'));
    expect(save).toHaveBeenCalledExactlyOnceWith({ title: 'One!', text: 'red green' }, 'r1');
    expect(readDrafts('admin-draft:notes:one')).toEqual([]);
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Saved \d\d:\d\d$/), {
      timeout: 3_000,
    });
    await user.type(title(), '?');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenLastCalledWith({ title: 'One!?', text: 'red green' }, 'r2'));
  });

  it('does not save twice at once, and keeps what is typed while it saves', async () => {
    let finish: () => void = () => {};
    const save = vi.fn(
      (values: Note) =>
        new Promise<Stored<Note>>((resolve) => {
          finish = () => resolve({ values, revision: 'r2' });
        }),
    );
    const { user } = open(save);
    await user.type(title(), '1');
    await user.dblClick(screen.getByRole('button', { name: 'Save' }));
    await user.type(title(), '2');
    finish();
    await waitFor(() => expect(screen.getByRole('status').dataset.state).toBe('success'));
    expect(save).toHaveBeenCalledOnce();
    expect(title().value).toBe('One12');
    expect(readDrafts('admin-draft:notes:one')).toHaveLength(1);
  });

  it('puts errors on their fields, its own and those of the service, with a summary that leads there', async () => {
    const save = vi.fn(() =>
      Promise.reject(
        refusal(400, { code: 'validation-failed', errors: [{ pointer: '/body/text', detail: 'Too dull' }] }),
      ),
    );
    const { user } = open(save);
    await user.clear(title());
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toContain('Title: Title required');
    expect(save).not.toHaveBeenCalled();
    await user.click(within(summary).getByRole('button', { name: 'Title' }));
    expect(document.activeElement).toBe(title());
    await user.type(title(), 'x');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Text: Too dull');
    expect(screen.getByLabelText('Text').getAttribute('aria-invalid')).toBe('true');
  });

  it('shows the exact sentence when it fails, and keeps what was typed', async () => {
    const { user } = open(vi.fn(() => Promise.reject(new TypeError('no network'))));
    await user.type(title(), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByText('Failed to save note')).getAttribute('role')).toBe('alert');
    expect(title().value).toBe('One!');
    expect(readDrafts<Note>('admin-draft:notes:one')[0]?.values.title).toBe('One!');
  });
});

describe('drafts (P82)', () => {
  it('are offered back byte by byte, and used on the revision they were typed on', async () => {
    const typed = 'Ek “do”\u00a0तीन 🏳️‍🌈 <b>';
    const { user, unmount } = open();
    await user.clear(title());
    await user.type(title(), typed);
    unmount();
    const save = vi.fn(async (values: Note) => ({ values, revision: 'r4' }));
    open(save, { values: { title: 'Other', text: 'red green' }, revision: 'r3' });
    expect(await screen.findByText(/^You typed something here on \d+ \w+, \d\d:\d\d\.$/)).toBeTruthy();
    expect(title().value).toBe('Other');
    await user.click(screen.getByRole('button', { name: 'Use it' }));
    expect(title().value).toBe(typed);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledWith({ title: typed, text: 'red green' }, 'r1'));
  });

  it('contain only what was typed, and keep the newer values of other fields', async () => {
    const { user, unmount } = open();
    await user.type(title(), '!');
    unmount();
    expect(readDrafts('admin-draft:notes:one')[0]?.values).toEqual({ title: 'One!' });
    const save = vi.fn(async (values: Note) => ({ values, revision: 'r4' }));
    open(save, { values: { title: 'One', text: 'newer' }, revision: 'r3' });
    await user.click(await screen.findByRole('button', { name: 'Use it' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledWith({ title: 'One!', text: 'newer' }, 'r1'));
  });

  it('are saved while the login has ended, and offered after the next one', async () => {
    const { user, unmount } = open();
    session.end();
    await user.type(title(), '!');
    unmount();
    session.begin({ token: 't2', userId: 'asha' });
    open();
    await user.click(await screen.findByRole('button', { name: 'Use it' }));
    expect(title().value).toBe('One!');
  });

  it('an offer survives typing over it and a second reload; thrown away it is gone', async () => {
    const one = open();
    await one.user.type(title(), ' earlier');
    one.unmount();
    const two = open();
    await two.user.type(title(), ' later');
    two.unmount();
    const three = open();
    await three.user.click(screen.getByRole('button', { name: 'Throw it away' }));
    await three.user.click(screen.getByRole('button', { name: 'Use it' }));
    expect(title().value).toBe('One earlier');
    expect(screen.queryByText(/You typed something/)).toBeNull();
  });

  it('of another admin, and older than 7 days, are not offered', async () => {
    const { user, unmount } = open();
    await user.type(title(), '!');
    unmount();
    session.begin({ token: 't2', userId: 'other' });
    expect(readDrafts('admin-draft:notes:one')).toEqual([]);
    session.begin({ token: 't', userId: 'asha' });
    expect(readDrafts('admin-draft:notes:one')).toHaveLength(1);
    vi.setSystemTime(Date.now() + 8 * 24 * 3_600_000);
    expect(readDrafts('admin-draft:notes:one')).toEqual([]);
  });
});

describe('leaving', () => {
  it('asks while there are changes, not within the same place, and keeps the draft', async () => {
    const { user, router } = open();
    await user.type(title(), '!');
    await user.click(screen.getByRole('link', { name: 'Same place' }));
    expect(router.state.location.search).toBe('?tab=notes&q=x');
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(dialog.getByRole('button', { name: 'Stay' }));
    expect(router.state.location.search).toBe('?tab=notes&q=x');
    const unload = new Event('beforeunload', { cancelable: true });
    dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(true);
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(router.state.location.search).toBe('?tab=other');
    expect(readDrafts('admin-draft:notes:one')).toHaveLength(1);
  });

  it('never blocks Exit, and shows no question without changes', async () => {
    const { user, router } = open();
    await user.type(title(), '!');
    document.documentElement.dataset.left = '';
    const unload = new Event('beforeunload', { cancelable: true });
    dispatchEvent(unload);
    delete document.documentElement.dataset.left;
    expect(unload.defaultPrevented).toBe(false);
    await user.type(title(), '{Backspace}');
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(router.state.location.search).toBe('?tab=other');
  });
});

describe('conflicts (P81)', () => {
  const conflict = (current: Stored<Note>) =>
    refusal(409, {
      code: 'version-conflict',
      detail: 'Content changed since you opened it',
      data: { current },
    });

  it('show both texts with the differing words marked, and save the choice on top of theirs', async () => {
    const theirs: Stored<Note> = { values: { title: 'Two', text: 'red blue' }, revision: 'r9' };
    const save = vi
      .fn<(values: Note, revision: string) => Promise<Stored<Note>>>()
      .mockRejectedValueOnce(conflict(theirs))
      .mockImplementation(async (values) => ({ values, revision: 'r10' }));
    // a mock with a queue of answers has a wider type than the function it stands for
    const { user } = open(save as never);
    await user.clear(screen.getByLabelText('Text'));
    await user.type(screen.getByLabelText('Text'), 'red pink');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Content changed since you opened it' }));
    expect(save).toHaveBeenCalledOnce();
    const text = within(panel.getByRole('group', { name: 'Text' }));
    expect((await text.findByText('blue')).tagName).toBe('MARK');
    expect(text.getByText('pink').tagName).toBe('MARK');
    // only they changed the title, only I would lose the text
    expect(
      within(panel.getByRole('group', { name: 'Title' })).getByLabelText<HTMLInputElement>(/^Theirs/).checked,
    ).toBe(true);
    expect(text.getByLabelText<HTMLInputElement>(/^Mine/).checked).toBe(true);
    await user.click(panel.getByRole('button', { name: 'Save what is chosen' }));
    await waitFor(() => expect(save).toHaveBeenLastCalledWith({ title: 'Two', text: 'red pink' }, 'r9'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(title().value).toBe('Two');
  });

  it('closing the panel changes nothing: the next save is refused again', async () => {
    const theirs: Stored<Note> = { values: { title: 'Two', text: 'x' }, revision: 'r9' };
    const save = vi.fn(() => Promise.reject(conflict(theirs)));
    const { user } = open(save);
    await user.type(title(), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Back to my text' }));
    expect(title().value).toBe('One!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(save).toHaveBeenLastCalledWith({ title: 'One!', text: 'red green' }, 'r1');
  });
});
