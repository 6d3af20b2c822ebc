import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';

const facts = (id: string, bytes: number) => ({
  ...{ id, bytes, mediaType: 'ebook', title: id, author: 'Kavya', language: 'en' },
  until: '2099-01-01T00:00:00.000Z',
});

beforeEach(() => {
  const kept = new Map([
    ['kept-title:one', facts('one', 64_000)],
    ['kept-title:two', facts('two', 200_000)],
  ]);
  vi.stubGlobal('caches', {
    has: async (name: string) => kept.has(name),
    open: async (name: string) => ({ match: async () => Response.json(kept.get(name)) }),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
  localStorage.setItem('kept', 'one two');
});

it('counts the pages that open the titles once, beside the size of each title', async () => {
  localStorage.setItem('kept-bytes', '5300000');
  openPage('/kept', { userId: 'asha' });
  expect(await screen.findByText(/^64 kB, until/)).toBeTruthy();
  expect(screen.getByText(/^200 kB, until/)).toBeTruthy();
  expect(screen.getByText(/All of it takes 5\.6 MB\..* are 5\.3 MB of this/)).toBeTruthy();
});
