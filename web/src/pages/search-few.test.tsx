import { catalogApi, type DescribedResult, MediaId, type SearchFacets } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anEbook } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';

type Answer = NonNullable<Parameters<typeof plays<typeof catalogApi>>[1]['searchByKind']>;

const described = (title: string): DescribedResult => ({
  ...anEbook({
    _id: MediaId.parse(title.toLowerCase().replaceAll(' ', '-')),
    title,
    tagline: 'Forty years of one column.',
    genres: ['Fiction'],
    tags: ['rain', 'hostel'],
  }),
  opening: 'The warden kept the book herself. She wrote down the reasons.',
});
const register = described('The Monsoon Register');
const facets: SearchFacets = {
  mediaType: [{ value: 'ebook', count: 1 }],
  language: [
    { value: 'en', count: 1 },
    { value: 'hi', count: 1 },
  ],
  genre: [],
  length: [],
  maxPriceINR: [],
  format: [],
  free: 0,
};
const answerOf = (results: readonly DescribedResult[], isFew = results.length > 0) => ({
  total: results.length,
  isApproximate: false,
  kinds:
    results.length > 0 ? [{ mediaType: 'ebook' as const, total: results.length, items: [...results] }] : [],
  creators: [],
  series: [],
  facets,
  ...(isFew ? { few: [...results] } : {}),
});
const pick = {
  ...anEbook({ _id: MediaId.parse('p1'), title: 'Begin Here' }),
  reason: 'For the first train.',
};
const shop = (searchByKind: Answer) =>
  plays(catalogApi, {
    searchByKind,
    listRelated: ({ params }) => ({
      items: [
        {
          ...anEbook({ _id: MediaId.parse('r1'), title: `Beside ${params.mediaId}` }),
          reason: { kind: 'genre' as const, name: 'Fiction' },
        },
        { ...register, reason: { kind: 'genre' as const, name: 'Fiction' } },
      ],
      collections: [],
    }),
    listCurated: () => ({
      items: [
        {
          slug: 'picks',
          name: 'Staff picks',
          sentence: 'Ours.',
          isStaffPicks: true,
          total: 1,
          items: [pick],
        },
      ],
    }),
  });
const column = () => screen.queryByRole('region', { name: 'Filters' });

it('few results say what they are about, and titles like the first one follow', async () => {
  openPage('/search?q=register', {
    server: [shop(() => answerOf([register, described('Another Register')]))],
  });
  const main = within(screen.getByRole('main'));

  expect(await main.findByRole('heading', { level: 2, name: 'More like this' })).toBeTruthy();
  expect(main.getByText('2 results').getAttribute('role')).toBe('status');
  const [first] = main.getAllByRole('article');
  const entry = within(first as HTMLElement);
  expect(entry.getByRole('heading', { level: 2, name: 'The Monsoon Register' })).toBeTruthy();
  expect(entry.getByRole('link', { name: 'The Monsoon Register' }).getAttribute('href')).toBe(
    '/ebook/the-monsoon-register',
  );
  expect(entry.getByRole('link', { name: 'Ira Deshmukh' })).toBeTruthy();
  const words = first?.textContent ?? '';
  for (const text of [
    'eBook, 2026',
    'Forty years of one column.',
    'The warden kept the book herself. She wrote down the reasons.',
    '₹249',
    '212 pages, about 5 hours',
    'English',
    'rain, hostel',
  ])
    expect(words).toContain(text);
  const more = within(main.getByRole('region', { name: 'More like this' }));
  expect(await more.findByRole('link', { name: 'Beside the-monsoon-register' })).toBeTruthy();
  expect(more.getByRole('article').querySelector('p')?.textContent).toBe('Also fiction');
  expect(more.queryByRole('link', { name: 'The Monsoon Register' })).toBeNull();
});

it('more results stand by kind, without descriptions', async () => {
  openPage('/search?q=register', { server: [shop(() => answerOf([register], false))] });

  expect(await screen.findByRole('heading', { level: 2, name: 'eBooks' })).toBeTruthy();
  expect(screen.queryByText('Forty years of one column.')).toBeNull();
  expect(await screen.findByRole('region', { name: 'Filters' })).toBeTruthy();
});

it('a button replaces the column of filters beside few results, also once one of them is set', async () => {
  const { user, where } = openPage('/search?q=register', { server: [shop(() => answerOf([register]))] });
  await screen.findByText('1 result');
  await waitFor(() => expect(column()).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Filters' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Language' }), 'Hindi (1)');

  await waitFor(() => expect(where()).toBe('/search?q=register&language=hi'));
  expect(column()).toBeNull();
});

it('the column stays when its last filter is removed, so that focus is not lost', async () => {
  const { user, where } = openPage('/search?q=register&language=en', {
    server: [shop(() => answerOf([register]))],
  });
  const filters = within(await screen.findByRole('region', { name: 'Filters' }));
  const language = await filters.findByRole('combobox', { name: 'Language' });
  await user.selectOptions(language, 'All languages');

  await waitFor(() => expect(where()).toBe('/search?q=register'));
  await screen.findByText('1 result');
  expect(column()?.contains(language)).toBe(true);
});

it('offers to remove the filter that leaves out most, and focus moves to the count', async () => {
  const without = [
    { filter: 'language' as const, total: 4 },
    { filter: 'maxPriceINR' as const, total: 9 },
  ];
  const { user, where } = openPage('/search?q=register&language=en&price=99', {
    server: [
      shop(({ query }) =>
        query.maxPriceINR === undefined
          ? answerOf([register, described('Two'), described('Three')], false)
          : { ...answerOf([register]), without },
      ),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Remove “Up to ₹99” to see 9 results' }));

  await waitFor(() => expect(where()).toBe('/search?q=register&language=en'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('3 results'));
});

it('offers no filter whose removal shows nothing more', async () => {
  const without = [{ filter: 'language' as const, total: 1 }];
  openPage('/search?q=register&language=en', {
    server: [shop(() => ({ ...answerOf([register]), without }))],
  });

  await screen.findByText('1 result');
  expect(screen.queryByRole('button', { name: /to see/ })).toBeNull();
});

it('offers nothing for a single filter without words, which is what was asked for', async () => {
  const without = [{ filter: 'mediaType' as const, total: 60 }];
  openPage('/search?kind=ebook', { server: [shop(() => ({ ...answerOf([register]), without }))] });

  await screen.findByText('1 result');
  expect(screen.queryByRole('button', { name: /to see/ })).toBeNull();
});

it('a search that finds nothing leads to staff picks', async () => {
  openPage('/search?q=qqq', { server: [shop(() => answerOf([]))] });

  expect(await screen.findByRole('heading', { level: 2, name: 'Staff picks' })).toBeTruthy();
  expect(screen.getByText('For the first train.')).toBeTruthy();
  expect(column()).toBeNull();
});

it('filters that leave nothing: the one that leaves out most can be removed', async () => {
  const without = [{ filter: 'free' as const, total: 7 }];
  const { user, where } = openPage('/search?q=qqq&free=1', {
    server: [shop(() => ({ ...answerOf([]), without }))],
  });
  await user.click(
    await screen.findByRole('button', { name: 'Remove “Free to read, watch or hear” to see 7 results' }),
  );

  await waitFor(() => expect(where()).toBe('/search?q=qqq'));
});
