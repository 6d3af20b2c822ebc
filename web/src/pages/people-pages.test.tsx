import { catalogApi, type Issue, MediaId, type Work } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { sendToAll, stubEventSource } from '../testing/fake-event-source.ts';
import { aFilm, anEbook, emptyLists } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';

const book = (id: string, fields: Parameters<typeof anEbook>[0] = {}): Work =>
  anEbook({
    _id: MediaId.parse(id),
    title: `Book ${id}`,
    author: 'Meera Sahni',
    creator: 'Meera Sahni',
    ...fields,
  });
const issue = (number: string): Issue => ({
  ...book(`verandah-${number}`, { mediaType: 'magazine', title: `Verandah ${number}: Rain`, year: 2025 }),
  issueNumber: number,
});
const film = { ...aFilm({ title: 'Chhaata', language: 'hi' }), year: null };
const unknown = (): never => {
  throw new FakeProblem('not-found', 'Nobody on our shelves has this name right now.');
};

it('each name on the page of a title leads to its person, of a cast without the part', async () => {
  const film = aFilm({ director: 'Noor Sheikh', cast: ['Ba: Jayaben Vora', 'ছায়া: Mohor', 'Ravi'] });
  openPage('/short-film/the-kite', {
    server: [plays(catalogApi, { ...emptyLists, getShortFilm: () => film })],
  });

  const about = within(await screen.findByRole('region', { name: 'About this title' }));
  expect(about.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Noor Sheikh', '/people/Noor%20Sheikh'],
    ['Jayaben Vora', '/people/Jayaben%20Vora'],
    ['Mohor', '/people/Mohor'],
    ['Ravi', '/people/Ravi'],
  ]);
  expect(about.getByText('Jayaben Vora').parentElement?.textContent).toBe('Ba: Jayaben Vora');
  // each script has its own voice and font
  expect(about.getByText('ছায়া:').lang).toBe('bn');
  expect(about.getByText('Mohor').lang).toBe('en');
});

it('titles to go on with say why they are there', async () => {
  const items = [
    { ...book('next'), reason: { kind: 'author' as const, name: 'Meera Sahni' } },
    { ...film, reason: { kind: 'tag' as const, name: 'rain' } },
  ];
  const server = [
    plays(catalogApi, {
      ...emptyLists,
      getEbook: () => anEbook(),
      listRelated: () => ({ items, collections: [] }),
    }),
  ];
  openPage('/ebook/seven-ways', { server });

  const shelf = within(await screen.findByRole('region', { name: 'On the same shelf' }));
  expect(shelf.getAllByRole('article').map((card) => card.querySelector('p')?.textContent)).toEqual([
    'Also by Meera Sahni',
    'Also about rain',
  ]);
});

it('a title that nothing goes with has no row', async () => {
  const server = [
    plays(catalogApi, {
      ...emptyLists,
      getEbook: () => anEbook(),
      listRelated: () => ({ items: [], collections: [] }),
    }),
  ];
  openPage('/ebook/seven-ways', { server });

  await screen.findByText(/One letter a month/);
  expect(screen.queryByRole('heading', { name: 'On the same shelf' })).toBeNull();
});

describe('/series/{name}', () => {
  const series = { name: 'Verandah', total: 3, issues: [issue('1'), issue('2'), issue('10')] };

  it('lists the issues in order and starts with the first', async () => {
    openPage('/series/Verandah', { server: [plays(catalogApi, { getSeries: () => series })] });

    const heading = await screen.findByRole('heading', { level: 1, name: 'Verandah' });
    expect(heading.nextElementSibling?.textContent).toBe('3 magazines, by Meera Sahni');
    expect(screen.getByRole('link', { name: 'Start with issue 1' }).getAttribute('href')).toBe(
      '/magazine/verandah-1',
    );
    const list = within(screen.getByRole('region', { name: 'In order' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Issue 1, 2025Verandah 1: Rain'),
      expect.stringContaining('Issue 2, 2025Verandah 2: Rain'),
      expect.stringContaining('Issue 10, 2025Verandah 10: Rain'),
    ]);
  });

  it('opens with the words of editors in their language, and shows a change without a reload', async () => {
    const streams = stubEventSource();
    let about: { text: string; language: string } | undefined = {
      text: 'देहरी पर बैठने को मना है।\n\nहम वहीं बैठे हैं।',
      language: 'hi',
    };
    openPage('/series/Verandah', {
      server: [plays(catalogApi, { getSeries: () => ({ ...series, about }) })],
    });

    const first = await screen.findByText('देहरी पर बैठने को मना है।');
    expect(first.nextElementSibling?.textContent).toBe('हम वहीं बैठे हैं।');
    expect(first.parentElement?.lang).toBe('hi');
    // before the list of issues
    const list = screen.getByRole('region', { name: 'In order' });
    expect(first.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(document.querySelector('meta[name="description"]')?.getAttribute('content')).toBe(about.text);
    await waitFor(() => expect(streams.length).toBeGreaterThan(0));
    about = undefined;
    act(() => sendToAll(streams, 'person-updated'));
    await waitFor(() => expect(screen.queryByText(/देहरी/)).toBeNull());
  });

  it('of two issues shows how each begins, and what goes with the latest', async () => {
    const issues = [
      { ...issue('1'), opening: 'Rain on a verandah.' },
      { ...issue('2'), opening: 'Work, and who does it.' },
    ];
    const item = { ...book('next'), reason: { kind: 'tag' as const, name: 'rain' } };
    const listRelated = vi.fn(() => ({ items: [item], collections: [] }));
    openPage('/series/Verandah', {
      server: [plays(catalogApi, { getSeries: () => ({ name: 'Verandah', total: 2, issues }), listRelated })],
    });

    const list = within(await screen.findByRole('region', { name: 'In order' }));
    expect(await list.findByText('Rain on a verandah.')).toBeTruthy();
    expect(list.getByText('Work, and who does it.')).toBeTruthy();
    const more = within(await screen.findByRole('region', { name: 'You may also like' }));
    expect((await more.findByRole('article')).querySelector('p')?.textContent).toBe('Also about rain');
    expect(listRelated.mock.calls).toMatchObject([[{ params: { mediaId: 'verandah-2' } }]]);
  });

  it('says that a series is unknown', async () => {
    openPage('/series/Nothing', { server: [plays(catalogApi, { getSeries: unknown })] });

    expect(await screen.findByRole('heading', { level: 1, name: 'Series not found' })).toBeTruthy();
  });

  it('an issue leads to the one before, the one after, and the series', async () => {
    const magazine = anEbook({
      _id: MediaId.parse('verandah-2'),
      mediaType: 'magazine',
      title: 'Verandah 2: Rain',
      issueNumber: '2',
    });
    const server = [
      plays(catalogApi, { ...emptyLists, getMagazine: () => magazine, getSeries: () => series }),
    ];
    openPage('/magazine/verandah-2', { server });

    const nav = within(await screen.findByRole('navigation', { name: 'Series' }));
    expect(nav.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Previous issueVerandah 1: Rain', '/magazine/verandah-1'],
      ['Next issueVerandah 10: Rain', '/magazine/verandah-10'],
      ['All issues of Verandah', '/series/Verandah'],
    ]);
  });

  it('an item outside a series asks for none', async () => {
    const { fetched } = openPage('/ebook/seven-ways', {
      server: [plays(catalogApi, { ...emptyLists, getEbook: () => anEbook() })],
    });
    await screen.findByRole('heading', { level: 1, name: 'Seven Ways Home' });
    await waitFor(() => expect(screen.getByText(/One letter a month/)).toBeTruthy());

    expect(fetched.mock.calls.filter(([input]) => String(input).includes('/series/'))).toEqual([]);
  });
});
