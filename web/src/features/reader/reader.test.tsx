import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { preferences } from '../../lib/preferences.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import type { Book } from './book.ts';
import { Reader } from './reader.tsx';
import { readerPreferences } from './reader-preferences.ts';

const PAGES = 12;
const size = { width: 400, height: 640 };

/** A book of blank pages whose text is their number. */
const aBook = (): Book => ({
  pages: PAGES,
  sizeOf: async () => size,
  render: () => ({ done: Promise.resolve(), cancel: () => {} }),
  renderText: async (page, container) => {
    container.textContent = `words of page ${page}`;
    return page !== 5;
  },
  textOf: async () => [],
  contents: async () => [
    { title: 'One', page: 2, depth: 0 },
    { title: 'Two', page: 6, depth: 0 },
  ],
  close: () => {},
});

beforeEach(() => {
  // jsdom has no layout: this is the size of a phone.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(360);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(576);
  readerPreferences.change({ paper: 'day', layout: 'auto' });
  preferences.change({ keys: true });
});

const renderReader = ({ language = 'en', start = 1 } = {}) => {
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

const pageText = (): string => screen.getByText(/^Page \d+ of \d+$/).textContent ?? '';
const sheets = (): (string | null)[] =>
  screen.getAllByRole('region', { name: /^Page \d+$/ }).map((sheet) => sheet.getAttribute('aria-label'));

describe('an open book', () => {
  it('announces the current page politely and exposes its text to screen readers', async () => {
    renderReader();
    expect(pageText()).toBe(`Page 1 of ${PAGES}`);
    expect(screen.getByText(/^Page 1 of/).getAttribute('aria-live')).toBe('polite');
    expect(await screen.findByText('words of page 1')).toBeTruthy();
  });

  it('shows that a page has no text', async () => {
    renderReader({ start: 5 });
    expect(await screen.findByText('This page is an image with no text to read aloud.')).toBeTruthy();
  });

  it('turns by keys and reports the page', async () => {
    const { user, onTurn } = renderReader();
    await user.keyboard('{ArrowRight} {PageDown}');
    expect(pageText()).toBe(`Page 4 of ${PAGES}`);
    await user.keyboard('{Shift>} {/Shift}{PageUp}{ArrowLeft}');
    expect(pageText()).toBe(`Page 1 of ${PAGES}`);
    await user.keyboard('{ArrowLeft}');
    expect(pageText()).toBe(`Page 1 of ${PAGES}`);
    await user.keyboard('{End}{ArrowRight}');
    expect(pageText()).toBe(`Page ${PAGES} of ${PAGES}`);
    expect(onTurn.mock.calls.map(([page]) => page)).toEqual([2, 3, 4, 3, 2, 1, PAGES]);
  });

  it('turns by buttons within the book', async () => {
    const { user } = renderReader();
    const [back] = screen.getAllByRole('button', { name: 'Previous page' });
    const [next] = screen.getAllByRole('button', { name: 'Next page' });
    expect(back).toHaveProperty('disabled', true);
    if (next) await user.click(next);
    expect(pageText()).toBe(`Page 2 of ${PAGES}`);
  });

  it('turns the other way in a right-to-left book', async () => {
    const { user } = renderReader({ language: 'ur' });
    await user.keyboard('{ArrowLeft}');
    expect(pageText()).toBe(`Page 2 of ${PAGES}`);
    await user.keyboard('{ArrowRight}');
    expect(pageText()).toBe(`Page 1 of ${PAGES}`);
  });

  it('opens the typed page, at most the last', async () => {
    const { user } = renderReader();
    await user.keyboard('g');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: `Page, of ${PAGES}` }));
    await user.keyboard('7{Enter}');
    expect(pageText()).toBe(`Page 7 of ${PAGES}`);
    await user.keyboard('g999{Enter}');
    expect(pageText()).toBe(`Page ${PAGES} of ${PAGES}`);
  });

  it('shows two pages in that layout, the first one alone', async () => {
    readerPreferences.change({ layout: 'two' });
    const { user } = renderReader();
    expect(sheets()).toEqual(['Page 1']);
    await user.keyboard('{ArrowRight}');
    expect(sheets()).toEqual(['Page 2', 'Page 3']);
  });

  it('opens at the stored position and offers the beginning', async () => {
    const { user } = renderReader({ start: 7 });
    expect(screen.getByText('Page 7, where you left off')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Start at page 1' }));
    expect(pageText()).toBe(`Page 1 of ${PAGES}`);
    expect(screen.queryByText(/where you left off/)).toBeNull();
  });

  it('jumps to a chapter from the contents', async () => {
    const { user } = renderReader();
    await screen.findByText('words of page 1');
    await user.keyboard('c');
    const contents = within(await screen.findByRole('dialog', { name: 'Contents' }));
    await user.click(await contents.findByRole('button', { name: /Two/ }));
    expect(pageText()).toBe(`Page 6 of ${PAGES}`);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('cycles through the papers with D', async () => {
    const { user } = renderReader();
    await user.keyboard('d');
    expect(readerPreferences.get().paper).toBe('sepia');
    await user.keyboard('dd');
    expect(readerPreferences.get().paper).toBe('day');
  });

  it('lets single-key shortcuts be switched off', async () => {
    const { user } = renderReader();
    await user.click(screen.getByRole('button', { name: 'Display settings' }));
    await user.click(screen.getByRole('checkbox', { name: 'Single-key shortcuts' }));
    await user.click(screen.getByRole('button', { name: 'Display settings' }));
    await user.keyboard('d');
    expect(readerPreferences.get().paper).toBe('day');
  });

  it('closes the panel with Escape first and the book after that', async () => {
    const { user, onClose } = renderReader();
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
  ])('%s opens with its title in view and focused', async (button, title) => {
    const { user } = renderReader({ start: 9 });
    await user.click(screen.getByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    expect(document.activeElement).toBe(dialog.getByRole('heading', { name: title, level: 2 }));
  });

  it('shows its shortcuts with the question mark', async () => {
    const { user } = renderReader();
    await user.keyboard('?');
    const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(keys.getByText('Shift three times')).toBeTruthy();
    await waitFor(() => expect(keys.getByText('Next page')).toBeTruthy());
  });

  it('stores a bookmark for reader and title, and jumps to it', async () => {
    const { user } = renderReader({ start: 4 });
    const button = screen.getByRole('button', { name: 'Bookmark this page' });
    expect(button.getAttribute('aria-pressed')).toBe('false');
    await user.keyboard('b');
    expect(button.getAttribute('aria-pressed')).toBe('true');
    expect(localStorage.getItem('marks:visitor:b')).toContain('"page-4"');

    await user.keyboard('{End}c');
    const marks = within(await screen.findByRole('region', { name: 'Bookmarks' }));
    await user.click(marks.getByRole('button', { name: /4$/ }));

    expect(pageText()).toBe(`Page 4 of ${PAGES}`);
    await user.keyboard('b');
    expect(localStorage.getItem('marks:visitor:b')).toBeNull();
  });

  it('is one column in the scroll layout; the page in the middle is the current one', async () => {
    readerPreferences.change({ layout: 'scroll' });
    const { onTurn } = renderReader();
    const stage = screen.getByRole('region', { name: 'Pages' });
    expect(sheets()).toEqual(['Page 1', 'Page 2']);

    // Each page is 576 high here, with 16 between.
    stage.scrollTop = 592 * 3;
    fireEvent.scroll(stage);

    await waitFor(() => expect(pageText()).toBe(`Page 4 of ${PAGES}`));
    expect(onTurn).toHaveBeenLastCalledWith(4);
    expect(sheets().length).toBeLessThanOrEqual(4);
  });
});
