import { catalogApi, MediaId } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { preferences } from '../../lib/preferences.ts';
import { aFilm, anEbook, emptyLists } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';
import { watchSearchKey } from './search-key.ts';
import { nextActive } from './use-combobox.ts';

const rain = anEbook({
  _id: MediaId.parse('rain'),
  title: 'बरसात के बाद',
  creator: 'Meera Sahni',
  language: 'hi',
});
const noFacets = { mediaType: [], language: [], genre: [], length: [], maxPriceINR: [], format: [], free: 0 };
const nothing = { total: 0, isApproximate: false, kinds: [], creators: [], series: [], facets: noFacets };

const shop = (onWords: (q: string) => void = () => {}) =>
  plays(catalogApi, {
    ...emptyLists,
    listAuthors: () => ({ authors: [] }),
    searchByKind: () => nothing,
    getShortFilm: () => aFilm(),
    suggest: ({ query: { q } }) => {
      onWords(q);
      if (q === 'broken') throw new FakeProblem('unavailable', 'down');
      if (q === 'zzz') return { items: [], creators: [], series: [] };
      return {
        items: [rain, aFilm()],
        creators: [{ name: 'Meera Sahni', count: 2 }],
        series: [{ name: 'Verandah', count: 2 }],
      };
    },
  });

const open = async (server = shop(), address = '/no-page') => {
  const page = openPage(address, { server: [server] });
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search' });
  return { ...page, field };
};
const options = async () =>
  within(await screen.findByRole('listbox', { name: 'Suggestions' })).getAllByRole('option');

describe('the search field in the header', () => {
  it('suggests titles with their kind, creators, series and all results while a reader types', async () => {
    const onWords = vi.fn();
    const { user, field } = await open(shop(onWords));
    expect(field.getAttribute('aria-expanded')).toBe('false');

    await user.type(field, 'bars  at');

    await waitFor(async () => expect(await options()).toHaveLength(5));
    expect((await options()).map((option) => [option.textContent, option.getAttribute('href')])).toEqual([
      [expect.stringContaining('Meera Sahni, eBook'), '/ebook/rain'],
      [expect.stringContaining('Short film'), '/short-film/the-kite'],
      ['Meera Sahni2 titles', '/people/Meera%20Sahni'],
      ['Verandah2 titles', '/series/Verandah'],
      ['All results for “bars at”', '/search?q=bars+at'],
    ]);
    expect(onWords).toHaveBeenLastCalledWith('bars at');
    expect(onWords.mock.calls.length).toBeLessThan(4);
    expect(screen.getAllByRole('status').some(({ textContent }) => textContent === '4 suggestions')).toBe(
      true,
    );
    expect(within(screen.getByRole('listbox')).getByText('बरसात के बाद', { selector: 'bdi' }).lang).toBe('hi');
  });

  it('is a combobox by keyboard: arrows move, Enter opens, Escape closes, then clears', async () => {
    const { user, field, where } = await open();
    await user.type(field, 'rain');
    await waitFor(async () => expect(await options()).toHaveLength(5));
    expect(field.getAttribute('aria-expanded')).toBe('true');
    expect(field.getAttribute('aria-autocomplete')).toBe('list');

    await user.keyboard('{ArrowDown}{ArrowDown}');

    const active = (await options())[1];
    expect(active?.getAttribute('aria-selected')).toBe('true');
    expect(field.getAttribute('aria-activedescendant')).toBe(active?.id);
    expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
    expect(document.activeElement).toBe(field);

    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect([field.getAttribute('aria-expanded'), field.value]).toEqual(['false', 'rain']);
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(await options()).toHaveLength(5);
    await user.keyboard('{Escape}{Escape}');
    expect(field.value).toBe('');

    await user.type(field, 'rain');
    await waitFor(async () => expect(await options()).toHaveLength(5));
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect([where(), field.value]).toEqual(['/short-film/the-kite', '']));
  });

  it('opens the results with Enter, and shows their words in the field', async () => {
    const { user, field, where } = await open();

    await user.type(field, 'night bus{Enter}');

    await waitFor(() => expect(where()).toBe('/search?q=night+bus'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Results for “night bus”' })).toBeTruthy();
    expect(field.value).toBe('night bus');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('keeps Enter for the input method while a word is composed', async () => {
    const { user, field, where } = await open();
    await user.type(field, 'rain');
    await options();

    act(() => {
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true }));
    });

    expect(screen.getByRole('listbox')).toBeTruthy();
    expect(where()).toBe('/no-page');
  });

  it.each([
    ['zzz', 'Nothing is close to “zzz”.'],
    ['broken', 'Suggestions are not available right now. Press Enter to search.'],
  ])('%s: %s', async (words, sentence) => {
    const { user, field } = await open();

    await user.type(field, words);

    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(await options()).toHaveLength(1);
  });

  it('shows that there is no connection', async () => {
    const { user, field } = await open();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

    await user.type(field, 'broken');

    expect(await screen.findByText("You're offline. Search works again when you're back.")).toBeTruthy();
    vi.restoreAllMocks();
  });
});

describe('the key /', () => {
  it('focuses the field, unless single-key shortcuts are off or something is typed', async () => {
    const stop = watchSearchKey();
    const { user, field } = await open(shop(), '/login');

    preferences.change({ keys: false });
    await user.keyboard('/');
    expect(document.activeElement).not.toBe(field);

    preferences.change({ keys: true });
    await user.keyboard('/');
    expect(document.activeElement).toBe(field);
    await user.keyboard('/');
    expect(field.value).toBe('/');
    stop();
  });

  it('focuses the field of the page where there is one', async () => {
    const stop = watchSearchKey();
    const { user } = openPage('/e-books', { server: [shop()] });
    const field = await screen.findByRole('searchbox', { name: 'Search by title or author' });

    await user.keyboard('/');

    expect(document.activeElement).toBe(field);
    stop();
  });
});

it('the active option moves through the list and the field, around both ends', () => {
  expect([nextActive(-1, 1, 3), nextActive(2, 1, 3), nextActive(-1, -1, 3), nextActive(0, -1, 3)]).toEqual([
    0, -1, 2, -1,
  ]);
});
