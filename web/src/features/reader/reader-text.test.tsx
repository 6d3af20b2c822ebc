import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { preferences } from '../../lib/preferences.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import type { Book, TextRun } from './book.ts';
import { Reader } from './reader.tsx';
import { readerPreferences } from './reader-preferences.ts';

const size = { width: 300, height: 480 };
const line = (text: string, y: number): TextRun => ({ text, endsLine: true, x: 40, y, width: 210, size: 10 });
const pages: readonly (readonly TextRun[])[] = [
  [line('The last bus left in the mon-', 300), line('soon.', 285)],
  [],
  [line('The end', 300)],
];

const bookWith = (state = { fails: false }): Book => ({
  pages: pages.length,
  sizeOf: async () => size,
  render: () => ({ done: Promise.resolve(), cancel: () => {} }),
  renderText: async () => true,
  textOf: async (page) => {
    if (state.fails) throw new Error('offline');
    return pages[page - 1] ?? [];
  },
  contents: async () => [{ title: 'One', page: 1, depth: 0 }],
  close: () => {},
});

beforeEach(() => {
  // jsdom has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(360);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(576);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(576);
  readerPreferences.change({ layout: 'one', largeText: false, textSize: 100 });
  preferences.change({ keys: true });
});
afterEach(() => readerPreferences.change({ largeText: false }));

const openBook = (book = bookWith()) => {
  const onTurn = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Reader
          book={book}
          first={size}
          media={{ id: 'b', mediaType: 'ebook', title: 'Seven', author: 'Ira', language: 'en', fileId: null }}
          start={1}
          onTurn={onTurn}
          onClose={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), onTurn };
};

it('what is left of the book is shown as time', async () => {
  const wordy = { ...bookWith(), textOf: async () => [line('rain '.repeat(60), 300)] };
  const { user } = openBook(wordy);
  expect(await screen.findByText('less than a minute left in the book')).toBeTruthy();
  await user.keyboard('c');
  expect(await screen.findByText('Less than a minute left in the book.')).toBeTruthy();
});

it('pages with few words, as at the beginning, say nothing about the time', async () => {
  const { user } = openBook();
  await user.keyboard('c');
  await screen.findByRole('button', { name: 'Read aloud from here' });
  expect(screen.queryByText(/left in the book/)).toBeNull();
});

describe('large text', () => {
  it('shows the text of the page in paragraphs, and the page again', async () => {
    const { user } = openBook();
    await user.keyboard('l');
    expect(await screen.findByText('The last bus left in the monsoon.')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Page 1' })).toBeNull();
    await user.keyboard('l');
    expect(await screen.findByRole('region', { name: 'Page 1' })).toBeTruthy();
  });

  it('is chosen in the display settings, and grows there', async () => {
    const { user } = openBook();
    await user.click(screen.getByRole('button', { name: 'Display settings' }));
    await user.click(screen.getByRole('checkbox', { name: 'Large text that fits the screen' }));
    const text = await screen.findByRole('article', { name: 'Text of page 1' });
    await user.click(screen.getByRole('button', { name: 'Larger text' }));
    await user.click(screen.getByRole('button', { name: 'Larger text' }));
    expect(text.style.fontSize).toBe('150%');
    await user.click(screen.getByRole('button', { name: 'Smaller text' }));
    expect(text.style.fontSize).toBe('125%');
    expect(localStorage.getItem('reader')).toContain('"textSize":125');
  });

  it('has the page numbers of the book, and says that a page is an image', async () => {
    readerPreferences.change({ largeText: true });
    const { user, onTurn } = openBook();
    await screen.findByText('The last bus left in the monsoon.');
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByText('This page is an image. You can see it in the page view.')).toBeTruthy();
    expect(onTurn).toHaveBeenLastCalledWith(2);
    await user.click(screen.getByRole('button', { name: 'Page view' }));
    expect(await screen.findByRole('region', { name: 'Page 2' })).toBeTruthy();
  });

  it('scrolls through a long text before the page turns', async () => {
    readerPreferences.change({ largeText: true });
    const { user } = openBook();
    await screen.findByText('The last bus left in the monsoon.');
    const stage = screen.getByRole('region', { name: 'Pages' });
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(1_000);
    stage.scrollBy = vi.fn(() => {
      stage.scrollTop = 424;
    });
    await user.keyboard(' ');
    expect(screen.getByText('Page 1 of 3')).toBeTruthy();
    expect(stage.scrollBy).toHaveBeenCalledTimes(1);
    await user.keyboard(' ');
    expect(screen.getByText('Page 2 of 3')).toBeTruthy();
  });

  it('says that a page did not load, and loads it again', async () => {
    readerPreferences.change({ largeText: true });
    const state = { fails: true };
    const { user } = openBook(bookWith(state));
    expect((await screen.findByRole('alert')).textContent).toContain('This page did not load.');
    state.fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByText('The last bus left in the monsoon.')).toBeTruthy());
  });
});

describe('reading aloud', () => {
  const speechWith = (voices: readonly { lang: string; localService: boolean }[]) => {
    const spoken: { text: string; lang?: string; onend?: () => void }[] = [];
    const speech = {
      getVoices: () => voices,
      addEventListener: () => undefined,
      speak: (utterance: (typeof spoken)[number]) => spoken.push(utterance),
      pause: vi.fn(),
      resume: vi.fn(),
      cancel: vi.fn(),
    };
    vi.stubGlobal('speechSynthesis', speech);
    vi.stubGlobal(
      'SpeechSynthesisUtterance',
      class {
        readonly text: string;
        constructor(text: string) {
          this.text = text;
        }
      },
    );
    return { spoken, speech };
  };
  const start = async () => {
    const { user } = openBook();
    await user.keyboard('c');
    await user.click(await screen.findByRole('button', { name: 'Read aloud from here' }));
    return user;
  };

  it('reads whole words by a voice of the language, turns the page, skips an image, and ends', async () => {
    const { spoken } = speechWith([{ lang: 'en-IN', localService: true }]);
    await start();
    await waitFor(() =>
      expect(spoken.map(({ text }) => text)).toEqual(['The last bus left in the monsoon.']),
    );
    expect(spoken[0]?.lang).toBe('en-IN');
    act(() => spoken[0]?.onend?.());
    await waitFor(() => expect(spoken.at(-1)?.text).toBe('The end'));
    expect(screen.getByText('Page 3 of 3')).toBeTruthy();
    act(() => spoken.at(-1)?.onend?.());
    expect(await screen.findByText('That was the end of the book.')).toBeTruthy();
  });

  it('pauses, continues and stops', async () => {
    const { speech } = speechWith([{ lang: 'en-IN', localService: true }]);
    const user = await start();
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(speech.pause).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(speech.resume).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Stop reading aloud' }));
    expect(speech.cancel).toHaveBeenCalled();
    expect(screen.queryByRole('region', { name: 'Reading aloud' })).toBeNull();
  });

  it('says when the device has no voice for the language, and sends nothing to a service', async () => {
    const { spoken } = speechWith([{ lang: 'en-US', localService: false }]);
    await start();
    expect(
      await screen.findByText('This device has no voice for English. Its settings may offer one.'),
    ).toBeTruthy();
    expect(spoken).toEqual([]);
  });
});
