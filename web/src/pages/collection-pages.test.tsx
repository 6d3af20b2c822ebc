import {
  type CuratedPage,
  type CuratedShelf,
  type CuratedWork,
  catalogApi,
  MediaId,
} from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sendToAll, stubEventSource } from '../testing/fake-event-source.ts';
import { aFilm, anEbook, emptyLists } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';

const book: CuratedWork = { ...anEbook({ title: 'बरसात के बाद', language: 'hi' }), reason: 'One umbrella.' };
const film: CuratedWork = { ...aFilm(), reason: null };
const rain = { slug: 'rain', name: 'Rain', sentence: 'For a wet evening.', isStaffPicks: false } as const;
const page: CuratedPage = { ...rain, items: [film, book], others: [{ slug: 'work', name: 'Work' }] };
const shelf = (change: Partial<CuratedShelf> = {}): CuratedShelf => ({
  ...rain,
  total: 2,
  items: [film, book],
  ...change,
});
const catalog = (answers: Parameters<typeof plays<typeof catalogApi>>[1]) => [
  plays(catalogApi, {
    ...emptyLists,
    search: () => ({ items: [], total: 0, nextCursor: null }),
    ...answers,
  }),
];

/** Every element is in the window. */
const showAll = (): void => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #notify: (entries: readonly { isIntersecting: boolean; target: Element }[]) => void;
      constructor(notify: (entries: readonly { isIntersecting: boolean; target: Element }[]) => void) {
        this.#notify = notify;
      }
      observe(target: Element): void {
        this.#notify([{ isIntersecting: true, target }]);
      }
      unobserve(): void {}
      disconnect(): void {}
    },
  );
};

describe('/collections/{slug}', () => {
  it('shows the titles in the order of the editors, each with its reason, and the other collections', async () => {
    openPage('/collections/rain', { server: catalog({ getCurated: () => page }) });

    const heading = await screen.findByRole('heading', { level: 1, name: 'Rain' });
    expect(document.title).toBe('Rain | Satrangi');
    const head = heading.closest('header');
    expect(head?.textContent).toContain('For a wet evening.1 eBook and 1 short film, chosen by our editors');
    const cards = within(await screen.findByRole('region', { name: 'Titles' })).getAllByRole('listitem');
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Short filmThe KiteNoor Sheikh'),
      expect.stringMatching(/eBook, Hindiबरसात के बाद.*One umbrella\.$/),
    ]);
    const link = screen.getByRole('link', { name: 'बरसात के बाद' });
    expect([link.getAttribute('href'), link.lang]).toEqual(['/ebook/seven-ways', 'hi']);
    const others = within(screen.getByRole('navigation', { name: 'More collections' }));
    expect(others.getByRole('link', { name: 'Work' }).getAttribute('href')).toBe('/collections/work');
  });

  it('an unknown one has a sentence and the way to all', async () => {
    const getCurated = (): never => {
      throw new FakeProblem('not-found', 'There is no collection at this address right now.');
    };
    openPage('/collections/rain', { server: catalog({ getCurated }) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Collection not found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All collections' }).getAttribute('href')).toBe('/collections');
  });

  it('a failed load is not an unknown collection, and can be tried again', async () => {
    let isUp = false;
    const getCurated = (): CuratedPage => {
      if (!isUp) throw new FakeProblem('unavailable', 'down');
      return page;
    };
    const { user } = openPage('/collections/rain', { server: catalog({ getCurated }) });
    expect((await screen.findByRole('alert')).textContent).toContain('This page did not load.');
    expect(screen.queryByText(/not found/i)).toBeNull();
    isUp = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Rain' })).toBeTruthy();
  });

  it('follows edits while it is open, and an end of the collection', async () => {
    const streams = stubEventSource();
    let answer = (): CuratedPage => page;
    openPage('/collections/rain', { server: catalog({ getCurated: () => answer() }) });
    await screen.findByRole('heading', { level: 1, name: 'Rain' });
    await waitFor(() => expect(streams.length).toBeGreaterThan(0));

    answer = () => ({ ...page, name: 'After the rain' });
    act(() => sendToAll(streams, 'collection-updated'));
    expect(await screen.findByRole('heading', { level: 1, name: 'After the rain' })).toBeTruthy();
    answer = () => {
      throw new FakeProblem('not-found', 'There is no collection at this address right now.');
    };
    act(() => sendToAll(streams, 'shortfilm-deleted'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Collection not found' })).toBeTruthy();
  });
});

describe('/collections', () => {
  it('lists every collection with the way to its page; staff picks with their reasons', async () => {
    const picks = shelf({ slug: 'staff-picks', name: 'Staff picks', isStaffPicks: true, total: 9 });
    openPage('/collections', { server: catalog({ listCurated: () => ({ items: [picks, shelf()] }) }) });

    const first = within(await screen.findByRole('region', { name: 'Staff picks' }));
    expect(first.getByText('One umbrella.').tagName).toBe('BLOCKQUOTE');
    expect(first.getByRole('link', { name: 'All 9 titles' }).getAttribute('href')).toBe(
      '/collections/staff-picks',
    );
    const second = within(screen.getByRole('region', { name: 'Rain' }));
    expect(second.queryByText('One umbrella.')).toBeNull();
    expect(second.getAllByRole('article')).toHaveLength(2);
  });

  it('says when there are none', async () => {
    openPage('/collections', { server: catalog({ listCurated: () => ({ items: [] }) }) });
    expect(await screen.findByText('There are no collections right now.')).toBeTruthy();
  });
});

describe('the home page', () => {
  beforeEach(showAll);
  const byKind = () => {
    throw new FakeProblem('unavailable', 'down');
  };

  it('has the first three collections and the way to all of them', async () => {
    const items = ['one', 'two', 'three', 'four'].map((name) => shelf({ slug: name, name }));
    openPage('/', { server: catalog({ listCurated: () => ({ items }), searchByKind: byKind }) });

    await screen.findByRole('region', { name: 'one' });
    expect(screen.getByRole('region', { name: 'three' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'four' })).toBeNull();
    expect(screen.getByRole('link', { name: 'All 4 collections' }).getAttribute('href')).toBe('/collections');
  });

  it('has no place for collections when there are none, or they cannot be loaded', async () => {
    openPage('/', { server: catalog({ listCurated: byKind, searchByKind: byKind }) });
    await screen.findByRole('region', { name: 'On the front table' });
    await waitFor(() => expect(screen.queryByRole('link', { name: /^All \d+ titles$/ })).toBeNull());
    expect(screen.queryByText(/collection/i)).toBeNull();
  });
});

it('the page of a title names its collections, each with the reason', async () => {
  const collections = [
    { slug: 'rain', name: 'Rain', isStaffPicks: false, reason: 'One umbrella.' },
    { slug: 'staff-picks', name: 'Staff picks', isStaffPicks: true, reason: null },
  ];
  const items = [{ ...film, reason: { kind: 'collection' as const, name: 'Rain' } }];
  openPage('/ebook/seven-ways', {
    server: catalog({ getEbook: () => anEbook(), listRelated: () => ({ items, collections }) }),
  });

  const chosen = within(await screen.findByRole('region', { name: 'Chosen by our editors' }));
  expect(chosen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'One umbrella.In the collection Rain',
    'One of Staff picks',
  ]);
  expect(chosen.getByRole('link', { name: 'Rain' }).getAttribute('href')).toBe('/collections/rain');
  const shelfBeside = within(screen.getByRole('region', { name: 'On the same shelf' }));
  expect(shelfBeside.getByRole('article').querySelector('p')?.textContent).toBe('Also in Rain');
});

it('a title in no collection says nothing about them', async () => {
  openPage('/ebook/seven-ways', {
    server: catalog({
      getEbook: () => anEbook({ _id: MediaId.parse('seven-ways') }),
      listRelated: () => ({ items: [], collections: [] }),
    }),
  });
  await screen.findByText(/One letter a month/);
  expect(screen.queryByRole('heading', { name: 'Chosen by our editors' })).toBeNull();
});
