import { catalogApi, MediaId } from '@satrangi/contracts';
import { mediaTypes } from '@satrangi/contracts/pure';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anEbook } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

const facets = { mediaType: [], language: [], genre: [], length: [], maxPriceINR: [], format: [], free: 0 };
const answer = { total: 12, isApproximate: false, creators: [], series: [], facets };
const book = (n: number, mediaType: (typeof mediaTypes)[number]['joined'] = 'ebook') =>
  anEbook({
    _id: MediaId.parse(`${mediaType}-${n}`),
    title: `${mediaType} ${n}`,
    mediaType,
    // two eBooks stand face out, all others are spines
    featured: mediaType === 'ebook' && n < 2,
  });
const page = { items: Array.from({ length: 20 }, (_, n) => book(n)), total: 20, nextCursor: null };

const kindsOf = (joined: readonly (typeof mediaTypes)[number]['joined'][]) =>
  joined.map((mediaType) => ({ mediaType, total: 2, items: [book(0, mediaType), book(1, mediaType)] }));

const openHome = (joined: readonly (typeof mediaTypes)[number]['joined'][]) =>
  openPage('/', {
    server: [
      plays(catalogApi, {
        listEbooks: () => page,
        searchByKind: () => ({ ...answer, kinds: kindsOf(joined) }),
      }),
    ],
  });

const legend = async (): Promise<(string | undefined)[]> => {
  await screen.findByRole('list', { name: 'New on the shelf' });
  const nav = screen.getByRole('navigation', { name: 'Browse by kind' });
  return within(nav)
    .getAllByRole('link')
    .map((link) => link.dataset.type);
};

it('shows a title of every kind that the legend lists', async () => {
  const all = mediaTypes.map(({ joined }) => joined);
  openHome(all);

  expect([...(await legend())].sort()).toEqual([...all].sort());
  const shelf = screen.getByRole('list', { name: 'New on the shelf' });
  for (const { joined, label } of mediaTypes)
    expect(
      within(shelf).getAllByRole('link', { name: new RegExp(`^${joined} \\d by .*, ${label}$`) }).length,
    ).toBeGreaterThan(0);
});

it('lists no kind without a title on the shelf', async () => {
  openHome(['ebook', 'magazine']);

  expect(await legend()).toEqual(['ebook', 'magazine']);
});

it('lists eBooks only when the other kinds cannot be loaded', async () => {
  openPage('/', {
    server: [
      plays(catalogApi, {
        listEbooks: () => page,
        searchByKind: () => {
          throw new FakeProblem('unavailable', 'down');
        },
      }),
    ],
  });

  expect(await legend()).toEqual(['ebook']);
});

it('labels a spine in the pigment of its kind, on the ground of its cover', async () => {
  openHome(mediaTypes.map(({ joined }) => joined));
  await legend();

  const shelf = screen.getByRole('list', { name: 'New on the shelf' });
  for (const { joined, pigment } of mediaTypes) {
    const spine = within(shelf)
      .getAllByRole('link', { name: new RegExp(`^${joined} `) })
      .flatMap((link) => [...link.querySelectorAll<HTMLElement>('[data-binding]')])[0];
    expect(spine?.dataset.pigment).toBe(book(0).cover?.ground);
    expect(spine?.querySelector<HTMLElement>('[data-pigment]')?.dataset.pigment).toBe(pigment);
  }
});
