import { catalogApi, libraryApi, MediaId } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sendToAll, stubEventSource } from '../../testing/fake-event-source.ts';
import { aFilm, anEbook, anEntry, aStory, emptyLists, onePage } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

const books = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    anEbook({ _id: MediaId.parse(`book-${index + 1}`), title: `Book ${index + 1}` }),
  );

const catalog = (items = books(5), free: ReturnType<typeof books> = []) =>
  plays(catalogApi, {
    ...emptyLists,
    listEbooks: () => onePage(items),
    listFreeEbooks: () => ({ items: free }),
  });

const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the digital library', () => {
  it('is the target of /library (WEB-05)', async () => {
    const { where } = openPage('/library', { server: [catalog()] });
    await waitFor(() => expect(where()).toBe('/digital-library'));
  });

  it('shows three items of a kind, all on request, and three again (WEB-50)', async () => {
    const { user } = openPage('/digital-library', { server: [catalog()] });
    const ebooks = await section('eBooks');
    expect(ebooks.getAllByRole('article')).toHaveLength(3);

    const moreButton = ebooks.getByRole('button', { name: 'See More (2 more)' });
    await user.click(moreButton);
    expect(ebooks.getAllByRole('article')).toHaveLength(5);
    expect(document.activeElement).toBe(moreButton);

    await user.click(ebooks.getByRole('button', { name: 'Show Less' }));
    expect(ebooks.getAllByRole('article')).toHaveLength(3);
  });

  it('truncates descriptions to 60 characters, between words (WEB-48)', async () => {
    const description = 'Seven linked stories on the Mumbai local, told by those who ride it daily.';
    openPage('/digital-library', { server: [catalog([anEbook({ description })])] });
    const cards = await section('eBooks');
    expect(cards.getByText('Seven linked stories on the Mumbai local, told by those who…')).toBeTruthy();
  });

  it('puts free eBooks first, and only when there are any', async () => {
    const free = [anEbook({ _id: MediaId.parse('free'), title: 'Free for all', priceINR: 0, isFree: true })];
    openPage('/digital-library', { server: [catalog(books(1), free)] });
    await section('Free eBooks (Open Access)');
    const names = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
    expect(names.indexOf('Free eBooks (Open Access)')).toBeLessThan(names.indexOf('eBooks'));
  });

  it('has no section for free eBooks without one', async () => {
    openPage('/digital-library', { server: [catalog(books(1))] });
    await section('eBooks');
    expect(screen.queryByText('Free eBooks (Open Access)')).toBeNull();
  });

  it('names an item without a title (WEB-52)', async () => {
    openPage('/digital-library', { server: [catalog([anEbook({ title: ' ' })])] });
    expect((await section('eBooks')).getByRole('link', { name: '(Untitled)' })).toBeTruthy();
  });

  it('searches by title or author a moment after typing (WEB-106)', async () => {
    const items = [
      ...books(2),
      anEbook({ _id: MediaId.parse('moon'), title: 'நிலவின் நிறம்', author: 'Kayal' }),
    ];
    const { user } = openPage('/digital-library', { server: [catalog(items)] });
    await section('eBooks');
    await user.type(screen.getByLabelText('Find in the collection'), ' KAYAL ');
    await waitFor(async () => expect((await section('eBooks')).getAllByRole('article')).toHaveLength(1));

    await user.type(screen.getByLabelText('Find in the collection'), 'x');
    expect(await screen.findByText('No eBooks found matching your criteria.')).toBeTruthy();
  });

  it('shows a sentence when it is empty', async () => {
    openPage('/digital-library', { server: [catalog([])] });
    expect(await screen.findByText('No books available or server offline.')).toBeTruthy();
  });

  it('shows an error when the catalog does not answer, and retries (WEB-54)', async () => {
    let isUp = false;
    const flaky = plays(catalogApi, {
      ...emptyLists,
      listEbooks: () => {
        if (!isUp) throw new FakeProblem('unavailable', 'Not available right now');
        return onePage(books(1));
      },
    });
    const { user } = openPage('/digital-library', { server: [flaky] });
    expect(await screen.findByText('Failed to load digital library content')).toBeTruthy();
    isUp = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await section('eBooks');
  });

  it('opens Why it matters with Learn More (WEB-46)', async () => {
    const { user } = openPage('/digital-library', { server: [catalog()] });
    await user.click(await screen.findByRole('button', { name: 'Learn More' }));
    expect(screen.getByText('Why it matters').closest('details')?.open).toBe(true);
  });
});

describe('my library', () => {
  const libraryServers = (listEntries: () => ReturnType<typeof anEntry>[]) => [
    catalog(),
    plays(libraryApi, { listEntries, listProgress: () => [] }),
  ];

  it('shows that it is loading, then owned titles, newest first and each once (WEB-47)', async () => {
    const server = libraryServers(() => [
      anEntry({ _id: 'a', grantedAt: '2026-01-01T00:00:00.000Z' }),
      anEntry({ _id: 'b', grantedAt: '2026-02-01T00:00:00.000Z' }),
      anEntry({
        _id: 'c',
        grantedAt: '2026-03-01T00:00:00.000Z',
        media: { ...anEntry().media, _id: MediaId.parse('newest'), title: 'Newest' },
        progress: { format: 'text', page: 47, pages: 212, at: '2026-03-02T00:00:00.000Z' },
      }),
    ]);
    openPage('/digital-library', { userId: 'asha', server });
    expect(await screen.findByText('Loading your library...')).toBeTruthy();
    const shelf = await section('My Library');
    await waitFor(() => expect(shelf.getAllByText('Owned')).toHaveLength(2));
    expect(shelf.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
      'Newest',
      'Seven Ways Home',
    ]);
    const continueLink = shelf.getByRole('link', { name: 'Continue, page 47: Newest' });
    expect(continueLink.getAttribute('href')).toBe('/read/newest');
  });

  it('shows a sentence when it is empty (WEB-47)', async () => {
    openPage('/digital-library', { userId: 'asha', server: libraryServers(() => []) });
    expect(await screen.findByText('You have not added any media to your library yet.')).toBeTruthy();
  });

  it('shows an error when it cannot be loaded (WEB-47)', async () => {
    const server = libraryServers(() => {
      throw new FakeProblem('unavailable', 'Not available right now');
    });
    openPage('/digital-library', { userId: 'asha', server });
    expect(await screen.findByText('Failed to load library')).toBeTruthy();
  });

  it('stays when it cannot be loaded again', async () => {
    const server = libraryServers(() => [anEntry()]);
    const { reloadOffline } = openPage('/digital-library', { userId: 'asha', server });
    const shelf = await section('My Library');
    await shelf.findByText('Owned');

    await reloadOffline();

    expect(shelf.getByText('Owned')).toBeTruthy();
    expect(screen.queryByText('Failed to load library')).toBeNull();
  });
});

describe('each media type', () => {
  it('has its own section, in this order, and links to its own page (WEB-49, WEB-51)', async () => {
    const documentary = aFilm({ _id: MediaId.parse('d1'), mediaType: 'documentary', title: 'Our Archive' });
    const issue = anEbook({ _id: MediaId.parse('m1'), mediaType: 'magazine', title: 'Verandah 1: Rain' });
    const history = aStory({
      _id: MediaId.parse('o1'),
      mediaType: 'oralhistory',
      title: 'What the Tailor Knew',
    });
    const server = plays(catalogApi, {
      ...emptyLists,
      listEbooks: () => onePage(books(1)),
      listDocumentaries: () => onePage([documentary]),
      listShortFilms: () => onePage([aFilm()]),
      listAudioStories: () => onePage([aStory()]),
      listOralHistories: () => onePage([history]),
      listMagazines: () => onePage([issue]),
    });
    openPage('/digital-library', { server: [server] });
    await section('Magazines');

    const explore = within(screen.getByRole('region', { name: 'Explore All Media' }));
    expect(explore.getAllByRole('heading', { level: 2 })).toHaveLength(1);
    expect(explore.getAllByRole('heading', { level: 4 })).toHaveLength(6);
    const names = explore.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(names).toEqual([
      'eBooks',
      'Documentaries',
      'Short Films',
      'Audio Stories',
      'Oral Histories',
      'Magazines',
    ]);
    const hrefOf = (name: string) => explore.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Our Archive')).toBe('/documentary/d1');
    expect(hrefOf('The Kite')).toBe('/short-film/the-kite');
    expect(hrefOf('Night Bus')).toBe('/audio-story/night-bus');
    expect(hrefOf('What the Tailor Knew')).toBe('/oral-history/o1');
    expect(hrefOf('Verandah 1: Rain')).toBe('/magazine/m1');
  });

  it('is searched by the query of the address', async () => {
    const server = plays(catalogApi, {
      ...emptyLists,
      listEbooks: () => onePage(books(2)),
      listShortFilms: () => onePage([aFilm({ tags: ['rooftops'] })]),
    });
    openPage('/digital-library?q=rooftops', { server: [server] });
    await section('Short Films');
    expect(screen.queryByRole('region', { name: 'eBooks' })).toBeNull();
  });
});

describe('a started title', () => {
  it('can be continued where it was left, owned or free', async () => {
    const media = { ...anEntry().media, _id: MediaId.parse('night-bus'), title: 'Night Bus' };
    const server = [
      catalog(),
      plays(libraryApi, {
        listEntries: () => [],
        listProgress: () => [
          {
            mediaId: media._id,
            mediaType: 'audiostory' as const,
            media: { ...media, mediaType: 'audiostory' as const },
            progress: {
              format: 'audio' as const,
              seconds: 762,
              duration: 2_460,
              at: '2026-11-02T00:00:00.000Z',
            },
          },
        ],
      }),
    ];
    openPage('/digital-library', { userId: 'asha', server });
    const continueLink = await screen.findByRole('link', { name: 'Continue, 12:42: Night Bus' });
    expect(continueLink.getAttribute('href')).toBe('/audio-story/night-bus');
    expect(screen.getByText('12:42 of 41:00')).toBeTruthy();
  });
});

describe('live updates', () => {
  let streams: ReturnType<typeof stubEventSource>;
  beforeEach(() => {
    streams = stubEventSource();
  });

  it('reload the collection once, 400 ms after the first of several changes (WEB-53)', async () => {
    const listEbooks = vi.fn(() => onePage(books(1)));
    openPage('/digital-library', { server: [plays(catalogApi, { ...emptyLists, listEbooks })] });
    await section('eBooks');
    expect(listEbooks).toHaveBeenCalledTimes(1);

    vi.useFakeTimers();
    for (const type of ['ebook-updated', 'documentary-created', 'ebook-deleted', 'registration'])
      sendToAll(streams, type);
    await act(() => vi.advanceTimersByTimeAsync(390));
    expect(listEbooks).toHaveBeenCalledTimes(1);
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(listEbooks).toHaveBeenCalledTimes(2);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(listEbooks).toHaveBeenCalledTimes(2);
  });

  it('are shown on request while the reader has scrolled down: "2 new titles, show"', async () => {
    let count = 1;
    const listEbooks = () => onePage(books(count));
    const { user } = openPage('/digital-library', {
      server: [plays(catalogApi, { ...emptyLists, listEbooks })],
    });
    expect((await section('eBooks')).getAllByRole('article')).toHaveLength(1);
    vi.stubGlobal('scrollY', 900);
    count = 3;

    sendToAll(streams, 'ebook-created');
    const showButton = await screen.findByRole('button', { name: '2 new titles, show' });
    expect((await section('eBooks')).getAllByRole('article')).toHaveLength(1);
    await user.click(showButton);

    expect((await section('eBooks')).getAllByRole('article')).toHaveLength(3);
    expect(screen.queryByRole('button', { name: /new titles/ })).toBeNull();
  });
});
