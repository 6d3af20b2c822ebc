import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import type { Book } from './book.ts';
import { Reader } from './reader.tsx';
import { readerPreferences } from './reader-preferences.ts';

const PAGES = 40;
const size = { width: 400, height: 640 };

/** A book whose pages take `ms` to render; a cleared canvas is 0 wide. */
const bookRenderedIn = (ms: number): Book => ({
  pages: PAGES,
  sizeOf: async () => size,
  render: (_page, canvas, scale) => {
    let isActive = true;
    const draw = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      if (!isActive) throw new Error('cancelled');
      canvas.width = Math.floor(size.width * scale);
      canvas.height = Math.floor(size.height * scale);
    };
    return {
      done: draw(),
      cancel: () => {
        isActive = false;
      },
    };
  },
  renderText: async () => true,
  textOf: async () => [],
  contents: async () => [],
  close: () => {},
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700);
});
afterEach(() => {
  readerPreferences.change({ layout: 'auto' });
});

const advance = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
const clearedCanvases = (): number =>
  [...document.querySelectorAll('canvas')].filter(({ width }) => width === 0).length;
const press = async (label: string): Promise<void> => {
  await act(async () => screen.getAllByRole('button', { name: label }).at(-1)?.click());
};
const key = async (name: string): Promise<void> => {
  await act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })));
};

const renderReader = (ms: number): void => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Reader
          book={bookRenderedIn(ms)}
          first={size}
          media={{ id: 'b', mediaType: 'ebook', title: 'Seven', author: 'Ira', language: 'en', fileId: null }}
          start={1}
          onTurn={() => undefined}
          onClose={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
};

it.each([
  { layout: 'two', ms: 30 },
  { layout: 'two', ms: 250 },
  { layout: 'one', ms: 30 },
  { layout: 'scroll', ms: 30 },
] as const)(
  'no page on screen turns black: $layout, rendered in $ms ms, quick turns and zooms from an open panel',
  async ({ layout, ms }) => {
    readerPreferences.change({ layout });
    renderReader(ms);
    await advance(600);
    // From faster than rendering to slower than the prefetch.
    for (const pace of [10, 60, 120, 205, 260, 420]) {
      for (const turn of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowRight']) {
        await key(turn);
        await advance(pace);
        expect(clearedCanvases()).toBe(0);
      }
      await press('Display settings');
      for (const step of ['Zoom in', 'Zoom in', 'Zoom out', 'Fit width', 'Fit page', 'Zoom in']) {
        await press(step);
        await advance(pace);
        expect(clearedCanvases()).toBe(0);
      }
      await press('Fit page');
      await advance(1_000);
      expect(clearedCanvases()).toBe(0);
      expect(screen.queryByText("This page couldn't be displayed.")).toBeNull();
    }
  },
);
