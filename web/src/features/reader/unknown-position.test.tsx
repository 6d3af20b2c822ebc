import { catalogApi, libraryApi, type PageProgress } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeKeptProgress } from '../../lib/kept/kept-progress.ts';
import { anEbook } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

/** pdf.js needs a real browser to render; this stub opens books without rendering. */
vi.mock('pdfjs-dist', () => ({
  getDocument: () => ({
    promise: Promise.resolve({
      numPages: 212,
      getPage: async () => ({ getViewport: () => ({ width: 400, height: 640 }) }),
      getOutline: async () => null,
    }),
    destroy: async () => {},
  }),
  GlobalWorkerOptions: { workerSrc: '' },
  ResponseException: class extends Error {},
  TextLayer: class {
    async render(): Promise<void> {}
  },
}));

const at = '2026-11-01T10:00:00.000Z';
let stored: PageProgress | null;
let isUp: boolean;
let saved: number[];

const shop = () => [
  plays(catalogApi, { getMedia: () => anEbook() }),
  plays(libraryApi, {
    checkAccess: () => ({ hasAccess: true }),
    getProgress: () => {
      if (!isUp) throw new FakeProblem('not-allowed', 'Forbidden');
      return { progress: stored };
    },
    putProgress: ({ body }) => {
      if ('page' in body) saved.push(body.page);
      return { progress: body };
    },
    listMarks: () => ({ marks: [] }),
  }),
];

beforeEach(() => {
  stored = { format: 'text', page: 10, pages: 212, at };
  isUp = false;
  saved = [];
  localStorage.clear();
});

describe('a book whose position does not load', () => {
  it('opens at its start, replaces nothing, and offers the page when it loads', async () => {
    const { user, unmount } = openPage('/read/seven-ways', { userId: 'asha', server: shop() });
    await screen.findByText('Page 1 of 212');
    await user.keyboard('{ArrowRight}');
    isUp = true;
    dispatchEvent(new Event('online'));
    expect(await screen.findByText('You were on page 10 on another device.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Go to page 10' }));
    expect(await screen.findByText('Page 10, where you left off')).toBeTruthy();
    expect(screen.queryByText('You were on page 10 on another device.')).toBeNull();
    unmount();
    await waitFor(() => expect(saved).toEqual([10]));
  });

  it('offers the page also before a page was turned', async () => {
    openPage('/read/seven-ways', { userId: 'asha', server: shop() });
    await screen.findByText('Page 1 of 212');
    isUp = true;
    dispatchEvent(new Event('online'));
    expect(await screen.findByText('You were on page 10 on another device.')).toBeTruthy();
    expect(saved).toEqual([]);
  });

  it('leaves the page of the other device when the reader leaves without a choice', async () => {
    const { user, unmount, fetched } = openPage('/read/seven-ways', { userId: 'asha', server: shop() });
    await screen.findByText('Page 1 of 212');
    await user.keyboard('{ArrowRight}');
    isUp = true;
    const before = fetched.mock.calls.length;
    unmount();
    await waitFor(() => expect(fetched.mock.calls.length).toBeGreaterThan(before));
    expect(saved).toEqual([]);
    openPage('/read/seven-ways', { userId: 'asha', server: shop() });
    expect(await screen.findByText('Page 10, where you left off')).toBeTruthy();
  });

  it('saves the page on which the reader stays', async () => {
    const { user, unmount } = openPage('/read/seven-ways', { userId: 'asha', server: shop() });
    await screen.findByText('Page 1 of 212');
    await user.keyboard('{ArrowRight}');
    isUp = true;
    dispatchEvent(new Event('online'));
    await user.click(await screen.findByRole('button', { name: 'Stay here' }));
    expect(screen.queryByText('You were on page 10 on another device.')).toBeNull();
    unmount();
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toBeLessThan(10);
  });

  it('opens at the page that was kept with it', async () => {
    localStorage.setItem('kept', 'seven-ways');
    writeKeptProgress('seven-ways', stored);
    openPage('/read/seven-ways', { userId: 'asha', server: shop() });
    expect(await screen.findByText('Page 10, where you left off')).toBeTruthy();
  });
});

it('says without a connection, in the reader itself, which pages still open', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  openPage('/read/seven-ways', { userId: 'asha', server: shop() });
  const note = await screen.findByText("You're offline. Pages you've already seen still open.");
  expect(note.closest('[data-paper]')).toBeTruthy();
  onLine.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(note.isConnected).toBe(false));
});
