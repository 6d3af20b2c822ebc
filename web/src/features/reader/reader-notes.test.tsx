import { libraryApi, type Mark, type MarkChange } from '@satrangi/contracts';
import { fakeServer, plays } from '@satrangi/contracts/testing';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { preferences } from '../../lib/preferences.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { session } from '../../lib/session.ts';
import type { Book } from './book.ts';
import { Reader } from './reader.tsx';
import { readerPreferences } from './reader-preferences.ts';

const size = { width: 400, height: 640 };
const lines = ['The last bus left', 'at eleven.'];
// two sizes: in large text each line is a paragraph
const runs = lines.map((text, run) => ({
  ...{ text, endsLine: true, x: 0, width: 100 },
  ...{ y: 100 - run, size: 10 + 2 * run },
}));

/** Two lines on each of three pages. */
const book: Book = {
  pages: 3,
  sizeOf: async () => size,
  render: () => ({ done: Promise.resolve(), cancel: () => {} }),
  renderText: async (_page, container) => {
    container.replaceChildren(
      ...lines.map((line, run) => {
        const element = document.createElement('span');
        element.dataset.run = String(run);
        element.textContent = line;
        return element;
      }),
    );
    return true;
  },
  textOf: async () => runs,
  contents: async () => [],
  close: () => {},
};

/** Marks on a server that keeps what it is sent. */
const serverWith = (marks: readonly Mark[] = [], state = { isFull: false }) => {
  let kept: Mark[] = [...marks];
  const sent: MarkChange[][] = [];
  return {
    sent,
    server: plays(libraryApi, {
      listMarks: () => ({ marks: kept }),
      mergeMarks: ({ body: { changes } }) => {
        if (state.isFull) {
          const detail = 'You can keep up to 1000 bookmarks and notes.';
          return { marks: kept, refused: changes.map(({ id }) => ({ id, detail })) };
        }
        sent.push(changes);
        for (const { removed, ...mark } of changes)
          kept = [...kept.filter(({ id }) => id !== mark.id), ...(removed ? [] : [mark])];
        return { marks: kept, refused: [] };
      },
    }),
  };
};
const aMark = (more: Partial<Mark>): Mark => ({
  id: 'm1',
  page: 2,
  quote: { start: 4, end: 12, text: 'last bus' },
  note: '',
  at: '2026-05-01T10:00:00.000Z',
  ...more,
});

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(360);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(576);
  Range.prototype.getClientRects = function rects(this: Range) {
    const list = [new DOMRect(this.startOffset, 10, 20, 12)];
    return Object.assign(list, { item: (index: number) => list[index] ?? null });
  };
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 100));
  readerPreferences.change({ paper: 'day', layout: 'one', largeText: false });
  preferences.change({ keys: true });
});

const openBook = async (server?: ReturnType<typeof plays>) => {
  if (server) vi.stubGlobal('fetch', fakeServer(server));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Reader
          book={book}
          first={size}
          media={{ id: 'b', mediaType: 'ebook', title: 'Seven', author: 'Ira', language: 'en', fileId: null }}
          start={1}
          onTurn={() => undefined}
          onClose={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText('at eleven.');
  return userEvent.setup();
};
const logIn = (): void => session.begin({ token: 'token-of-asha', userId: 'asha' });
const openNotes = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.keyboard('m');
  return within(await screen.findByRole('dialog', { name: 'Notes and highlights' }));
};
/** Selects from a place in the first line to one in the second. */
const select = async (from: number, to: number): Promise<void> => {
  const [first, second] = [screen.getByText(lines[0] ?? ''), screen.getByText(lines[1] ?? '')];
  const range = document.createRange();
  if (first.firstChild) range.setStart(first.firstChild, from);
  if (second.firstChild) range.setEnd(second.firstChild, to);
  await act(async () => {
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    document.dispatchEvent(new Event('selectionchange'));
  });
};
const kinds = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('[data-kind]')].map(({ dataset }) => dataset.kind);

describe('bookmarks, highlights and notes', () => {
  it('of the server are listed by page and drawn on it; the list jumps there', async () => {
    logIn();
    const { server } = serverWith([aMark({}), aMark({ id: 'm2', note: 'Mine', page: 3 })]);
    const user = await openBook(server);
    const panel = await openNotes(user);
    await user.click((await panel.findAllByRole('button', { name: /^last bus/ }))[0] ?? document.body);
    expect(screen.getByText('Page 2 of 3')).toBeTruthy();
    await waitFor(() => expect(kinds()).toEqual(['highlight']));
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(kinds()).toEqual(['note']));
  });

  it('a bookmark is sent, and one that another device removed is gone', async () => {
    logIn();
    const { server, sent } = serverWith([aMark({ id: 'page-1', page: 1, quote: null })]);
    const user = await openBook(server);
    const button = screen.getByRole('button', { name: 'Bookmark this page' });
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'));
    await user.keyboard('b');
    await waitFor(() => expect(sent).toMatchObject([[{ id: 'page-1', removed: true }]]));
    expect(button.getAttribute('aria-pressed')).toBe('false');
  });

  it('selected words become a highlight, across lines', async () => {
    logIn();
    const { server, sent } = serverWith();
    const user = await openBook(server);
    await select(9, 2);
    const strip = within(await screen.findByRole('region', { name: 'Selected words' }));
    expect(strip.getByRole('status').textContent).toBe('Selected: bus left at');
    await user.click(strip.getByRole('button', { name: 'Highlight' }));
    await waitFor(() =>
      expect(sent).toMatchObject([
        [{ page: 1, quote: { start: 9, end: 20, text: 'bus left at' }, note: '' }],
      ]),
    );
    await waitFor(() => expect(kinds()).toContain('highlight'));
    expect(screen.queryByRole('region', { name: 'Selected words' })).toBeNull();
  });

  it('in large text highlights are shown and made, with the same place in the page', async () => {
    logIn();
    readerPreferences.change({ largeText: true });
    const { server, sent } = serverWith([aMark({ page: 1, quote: { start: 0, end: 3, text: 'The' } })]);
    const user = await openBook(server);
    await waitFor(() => expect(document.querySelector('mark')?.textContent).toBe('The'));
    const range = document.createRange();
    const [first, second] = [screen.getByText(/last bus left/), screen.getByText('at eleven.')];
    const words = first.lastChild;
    if (words) range.setStart(words, words.textContent?.indexOf('bus') ?? 0);
    if (second.firstChild) range.setEnd(second.firstChild, 2);
    await act(async () => {
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
      document.dispatchEvent(new Event('selectionchange'));
    });
    const strip = within(await screen.findByRole('region', { name: 'Selected words' }));
    await user.click(strip.getByRole('button', { name: 'Highlight' }));
    await waitFor(() =>
      expect(sent).toMatchObject([[{ quote: { start: 9, end: 20, text: 'bus left at' } }]]),
    );
    await waitFor(() =>
      expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
        'The',
        'bus left',
        'at',
      ]),
    );
  });

  it('a note about selected words is written, changed, removed and brought back', async () => {
    logIn();
    const { server, sent } = serverWith();
    const user = await openBook(server);
    await select(9, 2);
    await user.click(await screen.findByRole('button', { name: 'Add a note' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Notes and highlights' }));
    await user.type(panel.getByRole('textbox', { name: 'Note about “bus left at”' }), 'Nagpur');
    await user.click(panel.getByRole('button', { name: 'Save' }));
    expect(await panel.findByText('Nagpur')).toBeTruthy();

    await user.click(panel.getByRole('button', { name: /^Change note/ }));
    await user.type(panel.getByRole('textbox', { name: 'Note on page 1' }), ' 1998');
    await user.click(panel.getByRole('button', { name: 'Save' }));
    expect(await panel.findByText('Nagpur 1998')).toBeTruthy();

    await user.click(panel.getByRole('button', { name: /^Remove/ }));
    expect(panel.queryByText('Nagpur 1998')).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Undo' }));
    expect(await panel.findByText('Nagpur 1998')).toBeTruthy();
    await waitFor(() => expect(sent.at(-1)).toMatchObject([{ note: 'Nagpur 1998', removed: false }]));
  });

  it('a bookmark with a note is not removed by the key alone', async () => {
    const user = await openBook();
    const panel = await openNotes(user);
    expect(panel.getByText('These stay on this device. Log in to have them on every device.')).toBeTruthy();
    expect(panel.getByText(/^Nothing here yet/)).toBeTruthy();
    await user.click(panel.getByRole('button', { name: 'Write a note about page 1' }));
    await user.type(panel.getByRole('textbox', { name: 'Note about page 1' }), 'Begin here');
    await user.click(panel.getByRole('button', { name: 'Save' }));
    await user.keyboard('{Escape}');
    await user.click(panel.getByRole('button', { name: 'Close' }));
    await user.keyboard('b');
    expect(await screen.findByText('Begin here')).toBeTruthy();
  });

  it('says when the server refuses, and keeps the change on the device', async () => {
    logIn();
    const { server } = serverWith([], { isFull: true });
    const user = await openBook(server);
    await user.keyboard('b');
    const panel = await openNotes(user);
    expect((await panel.findByRole('alert')).textContent).toContain('You can keep up to 1000 bookmarks');
    expect(localStorage.getItem('marks:asha:b')).toContain('page-1');
  });
});
