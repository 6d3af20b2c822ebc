import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { preferences } from '../../lib/preferences.ts';
import { createQueryClient } from '../../lib/queries.ts';
import type { Book } from './book.ts';
import { Reader } from './reader.tsx';
import { readerChoices } from './reader-choices.ts';

const PAGES = 12;
const size = { width: 400, height: 640 };

/** A book whose pages are blank and whose words are their number. */
const aBook = (): Book => ({
  pages: PAGES,
  sizeOf: async () => size,
  draw: () => ({ done: Promise.resolve(), cancel: () => {} }),
  words: async (page, container) => {
    container.textContent = `words of page ${page}`;
    return page !== 5;
  },
  contents: async () => [
    { title: 'One', page: 2, depth: 0 },
    { title: 'Two', page: 6, depth: 0 },
  ],
  close: () => {},
});

beforeEach(() => {
  // jsdom lays nothing out: a stage of a phone's size.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(360);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(576);
  readerChoices.change({ paper: 'day', layout: 'auto' });
  preferences.change({ keys: true });
});

const open = ({ language = 'en', start = 1 } = {}) => {
  const onTurn = vi.fn();
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Reader
          book={aBook()}
          first={size}
          media={{
            id: 'b',
            mediaType: 'ebook',
            title: 'Seven Ways Home',
            author: 'Ira',
            language,
            fileId: null,
          }}
          start={start}
          onTurn={onTurn}
          onClose={onClose}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), onTurn, onClose };
};

const said = (): string => screen.getByText(/^Page \d+ of \d+$/).textContent ?? '';
const sheets = (): (string | null)[] =>
  screen.getAllByRole('region', { name: /^Page \d+$/ }).map((sheet) => sheet.getAttribute('aria-label'));

describe('an open book', () => {
  it('says politely which page lies open and gives its words to screen readers', async () => {
    open();
    expect(said()).toBe(`Page 1 of ${PAGES}`);
    expect(screen.getByText(/^Page 1 of/).getAttribute('aria-live')).toBe('polite');
    expect(await screen.findByText('words of page 1')).toBeTruthy();
  });

  it('says so when a page has no words', async () => {
    open({ start: 5 });
    expect(await screen.findByText('This page is an image with no text to read aloud.')).toBeTruthy();
  });

  it('turns by keys, and tells where the reader is', async () => {
    const { user, onTurn } = open();
    await user.keyboard('{ArrowRight} {PageDown}');
    expect(said()).toBe(`Page 4 of ${PAGES}`);
    await user.keyboard('{Shift>} {/Shift}{PageUp}{ArrowLeft}');
    expect(said()).toBe(`Page 1 of ${PAGES}`);
    await user.keyboard('{ArrowLeft}');
    expect(said()).toBe(`Page 1 of ${PAGES}`);
    await user.keyboard('{End}{ArrowRight}');
    expect(said()).toBe(`Page ${PAGES} of ${PAGES}`);
    expect(onTurn.mock.calls.map(([page]) => page)).toEqual([2, 3, 4, 3, 2, 1, PAGES]);
  });

  it('turns by buttons, and only as far as there are pages', async () => {
    const { user } = open();
    const [back] = screen.getAllByRole('button', { name: 'Previous page' });
    const [next] = screen.getAllByRole('button', { name: 'Next page' });
    expect(back).toHaveProperty('disabled', true);
    if (next) await user.click(next);
    expect(said()).toBe(`Page 2 of ${PAGES}`);
  });

  it('turns the other way in a book read from right to left', async () => {
    const { user } = open({ language: 'ur' });
    await user.keyboard('{ArrowLeft}');
    expect(said()).toBe(`Page 2 of ${PAGES}`);
    await user.keyboard('{ArrowRight}');
    expect(said()).toBe(`Page 1 of ${PAGES}`);
  });

  it('goes to the page that is typed, and no further than the last', async () => {
    const { user } = open();
    await user.keyboard('g');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: `Page, of ${PAGES}` }));
    await user.keyboard('7{Enter}');
    expect(said()).toBe(`Page 7 of ${PAGES}`);
    await user.keyboard('g999{Enter}');
    expect(said()).toBe(`Page ${PAGES} of ${PAGES}`);
  });

  it('lays two pages open when asked, the first one alone', async () => {
    readerChoices.change({ layout: 'two' });
    const { user } = open();
    expect(sheets()).toEqual(['Page 1']);
    await user.keyboard('{ArrowRight}');
    expect(sheets()).toEqual(['Page 2', 'Page 3']);
  });

  it('opens where somebody left off and offers the beginning', async () => {
    const { user } = open({ start: 7 });
    expect(screen.getByText('Page 7, where you left off')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Start at page 1' }));
    expect(said()).toBe(`Page 1 of ${PAGES}`);
    expect(screen.queryByText(/where you left off/)).toBeNull();
  });

  it('jumps to a chapter from the contents', async () => {
    const { user } = open();
    await screen.findByText('words of page 1');
    await user.keyboard('c');
    const contents = within(await screen.findByRole('dialog', { name: 'Contents' }));
    await user.click(await contents.findByRole('button', { name: /Two/ }));
    expect(said()).toBe(`Page 6 of ${PAGES}`);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('goes round the papers with D', async () => {
    const { user } = open();
    await user.keyboard('d');
    expect(readerChoices.get().paper).toBe('sepia');
    await user.keyboard('dd');
    expect(readerChoices.get().paper).toBe('day');
  });

  it('lets single letters be switched off', async () => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Display settings' }));
    await user.click(screen.getByRole('checkbox', { name: 'Single-key shortcuts' }));
    await user.click(screen.getByRole('button', { name: 'Display settings' }));
    await user.keyboard('d');
    expect(readerChoices.get().paper).toBe('day');
  });

  it('closes the panel with Escape first and the book after that', async () => {
    const { user, onClose } = open();
    await user.click(screen.getByRole('button', { name: 'Display settings' }));
    expect(screen.getByRole('dialog', { name: 'Display settings' })).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['Contents', 'Contents'],
    ['Pages at a glance', 'Pages'],
    ['Display settings', 'Display settings'],
    ['Keyboard shortcuts', 'Keyboard shortcuts'],
  ])('%s opens with its title in view and the focus on it', async (button, title) => {
    const { user } = open({ start: 9 });
    await user.click(screen.getByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    expect(document.activeElement).toBe(dialog.getByRole('heading', { name: title, level: 2 }));
  });

  it('shows its keys behind the question mark', async () => {
    const { user } = open();
    await user.keyboard('?');
    const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(keys.getByText('Shift three times')).toBeTruthy();
    await waitFor(() => expect(keys.getByText('Next page')).toBeTruthy());
  });

  it('keeps a bookmark for the reader and the title, and leads back to it', async () => {
    const { user } = open({ start: 4 });
    const button = screen.getByRole('button', { name: 'Bookmark this page' });
    expect(button.getAttribute('aria-pressed')).toBe('false');
    await user.keyboard('b');
    expect(button.getAttribute('aria-pressed')).toBe('true');
    expect(localStorage.getItem('bookmarks:visitor:b')).toBe('[4]');

    await user.keyboard('{End}c');
    const marks = within(await screen.findByRole('region', { name: 'Bookmarks' }));
    await user.click(marks.getByRole('button', { name: /4$/ }));

    expect(said()).toBe(`Page 4 of ${PAGES}`);
    await user.keyboard('b');
    expect(localStorage.getItem('bookmarks:visitor:b')).toBe('[]');
  });

  it('is one long column when somebody chose that; the page in the middle is the page one is on', async () => {
    readerChoices.change({ layout: 'scroll' });
    const { onTurn } = open();
    const stage = screen.getByRole('region', { name: 'Pages' });
    expect(sheets()).toEqual(['Page 1', 'Page 2']);

    // Each page is 576 high here, with 16 between.
    stage.scrollTop = 592 * 3;
    fireEvent.scroll(stage);

    await waitFor(() => expect(said()).toBe(`Page 4 of ${PAGES}`));
    expect(onTurn).toHaveBeenLastCalledWith(4);
    expect(sheets().length).toBeLessThanOrEqual(4);
  });
});
