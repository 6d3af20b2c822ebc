import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { preferences } from '../../lib/preferences.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import type { Book } from './book.ts';
import { Reader } from './reader.tsx';
import { readerPreferences } from './reader-preferences.ts';

const size = { width: 400, height: 640 };

/** A book with one line on each page; an empty page is an image. `fails`: a page whose text does not load. */
const bookOf = (lines: readonly string[], fails = { page: 0 }): Book => ({
  pages: lines.length,
  sizeOf: async () => size,
  render: () => ({ done: Promise.resolve(), cancel: () => {} }),
  renderText: async (page, container) => {
    const line = document.createElement('span');
    line.dataset.run = '0';
    line.textContent = lines[page - 1] ?? '';
    container.replaceChildren(line);
    return line.textContent !== '';
  },
  textOf: async (page) => {
    if (page === fails.page) throw new Error('offline');
    const text = lines[page - 1];
    return text ? [{ text, endsLine: true, x: 0, y: 0, width: 100, size: 10 }] : [];
  },
  contents: async () => [],
  close: () => {},
});

beforeEach(() => {
  // jsdom has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(360);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(576);
  Range.prototype.getClientRects = function rects(this: Range) {
    const list = [new DOMRect(this.startOffset, 10, this.endOffset - this.startOffset, 12)];
    return Object.assign(list, { item: (index: number) => list[index] ?? null });
  };
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 100));
  readerPreferences.change({ paper: 'day', layout: 'one' });
  preferences.change({ keys: true });
});

const openBook = (book: Book, language = 'en') => {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Reader
          book={book}
          first={size}
          media={{ id: 'b', mediaType: 'ebook', title: 'Seven', author: 'Ira', language, fileId: null }}
          start={1}
          onTurn={() => undefined}
          onClose={onClose}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), onClose };
};
const openSearch = async (book: Book, keys: string) => {
  const opened = openBook(book);
  await opened.user.keyboard(keys);
  const panel = await screen.findByRole('dialog', { name: 'Search in the book' });
  return {
    ...opened,
    panel: within(panel),
    field: within(panel).getByRole('searchbox', { name: 'Words to find' }),
  };
};
const pageText = (): string => screen.getByText(/^Page \d+ of \d+$/).textContent ?? '';
const markedKinds = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('[data-kind]')].map(({ dataset }) => dataset.kind);

const rain = ['Title', 'The rain came. Rain again.', 'A dry page', 'No RAÏN at night'];

describe('search in the book', () => {
  // The first test: what another one opened is loaded already.
  it('takes the letters that are typed right after its key, once the pages are there', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    openBook(bookOf(rain));
    await act(async () => {
      vi.advanceTimersByTime(3_000);
      await vi.dynamicImportSettled();
    });
    vi.useRealTimers();
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Words to find' }));
  });

  it.each(['/', '{Control>}f{/Control}'])('opens with %s, ready to type', async (keys) => {
    const { field } = await openSearch(bookOf(rain), keys);
    expect(document.activeElement).toBe(field);
  });

  it('lists each match with its words and page, and says how many there are', async () => {
    const { user, panel, field } = await openSearch(bookOf(rain), '/');
    await user.type(field, 'rain');
    await waitFor(() => expect(panel.getByRole('status').textContent).toBe('3 matches'));
    const results = within(panel.getByRole('list', { name: 'Matches' })).getAllByRole('button');
    expect(results.map(({ textContent }) => textContent)).toEqual([
      'The rain came. Rain again. Page 2',
      'The rain came. Rain again. Page 2',
      'No RAÏN at night Page 4',
    ]);
    expect(results.map((result) => result.querySelector('mark')?.textContent)).toEqual([
      'rain',
      'Rain',
      'RAÏN',
    ]);
  });

  it('jumps with Enter, steps with N and P around the ends, and closes with Escape before the book', async () => {
    const { user, field, panel, onClose } = await openSearch(bookOf(rain), '/');
    await user.type(field, 'rain');
    await waitFor(() => expect(panel.getByRole('status').textContent).toBe('3 matches'));
    await user.keyboard('{Enter}');
    const strip = within(await screen.findByRole('region', { name: 'Search in the book' }));
    expect(pageText()).toBe('Page 2 of 4');
    expect(strip.getByRole('status').textContent).toBe('1 of 3, page 2');
    await waitFor(() => expect(markedKinds()).toEqual(['current', 'match']));

    await user.keyboard('n');
    await waitFor(() => expect(markedKinds()).toEqual(['match', 'current']));
    await user.keyboard('n');
    expect(pageText()).toBe('Page 4 of 4');
    await user.keyboard('n');
    expect(strip.getByRole('status').textContent).toBe('1 of 3, page 2');
    await user.click(strip.getByRole('button', { name: 'Previous match' }));
    expect(pageText()).toBe('Page 4 of 4');

    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Search in the book' })).toBeNull();
    expect(markedKinds()).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('keeps the words and the list when it opens again', async () => {
    const { user, field, panel } = await openSearch(bookOf(rain), '/');
    await user.type(field, 'rain');
    await user.click(await panel.findByRole('button', { name: /No RAÏN/ }));
    expect(pageText()).toBe('Page 4 of 4');
    await user.click(screen.getByRole('button', { name: 'All matches' }));
    const again = within(await screen.findByRole('dialog', { name: 'Search in the book' }));
    expect(again.getByRole('searchbox')).toHaveProperty('value', 'rain');
    expect(again.getByRole('button', { name: /No RAÏN/ }).getAttribute('aria-current')).toBe('true');
  });

  it('leaves N and P alone when single-key shortcuts are off', async () => {
    const { user, field, panel } = await openSearch(bookOf(rain), '/');
    await user.type(field, 'rain');
    await user.click(await panel.findByRole('button', { name: /No RAÏN/ }));
    preferences.change({ keys: false });
    await user.keyboard('n');
    expect(pageText()).toBe('Page 4 of 4');
  });

  it.each([
    ['monsoon', rain, '“monsoon” is not in this book.'],
    ['monsoon', ['words', '', ''], '“monsoon” is not in this book. 2 pages are images without words.'],
    ['monsoon', ['', ''], "The pages of this book are images, so its words can't be searched."],
  ])('says when there is no %s', async (word, lines, sentence) => {
    const { user, panel, field } = await openSearch(bookOf(lines), '/');
    await user.type(field, word);
    await waitFor(() => expect(panel.getByRole('status').textContent).toBe(sentence));
    await user.keyboard('{Enter}');
    expect(pageText()).toBe(`Page 1 of ${lines.length}`);
  });

  it('says which pages did not load, and searches them again', async () => {
    const fails = { page: 2 };
    const { user, panel, field } = await openSearch(bookOf(rain, fails), '/');
    await user.type(field, 'rain');
    const alert = await panel.findByRole('alert');
    expect(alert.textContent).toContain("1 page did not load, so we couldn't search there.");
    fails.page = 0;
    await user.click(panel.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(panel.getByRole('status').textContent).toBe('3 matches'));
    expect(panel.queryByRole('alert')).toBeNull();
  });
});
