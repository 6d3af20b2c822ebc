import { catalogApi, MediaId } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { sendToAll, stubEventSource } from '../../testing/fake-event-source.ts';
import { aFilm, anEbook, aStory, emptyLists, onePage } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

const description = 'x'.repeat(300);
const documentary = aFilm({
  _id: MediaId.parse('d1'),
  mediaType: 'documentary',
  title: 'Our Archive',
  description,
});
const magazine = anEbook({ _id: MediaId.parse('m1'), mediaType: 'magazine', title: 'Carbon Copy' });
const history = aStory({ _id: MediaId.parse('o1'), mediaType: 'oralhistory', title: ' ' });

const archives = () =>
  plays(catalogApi, {
    ...emptyLists,
    listDocumentaries: ({ query }) => onePage(query.page === 'Archives' ? [documentary] : []),
    listMagazines: ({ query }) => onePage(query.page === 'Archives' ? [magazine] : []),
    listOralHistories: ({ query }) => onePage(query.page === 'Archives' ? [history] : []),
  });

it('shows three sections, each card with a link to its page (WEB-55, WEB-56)', async () => {
  openPage('/archives', { server: [archives()] });
  expect(await screen.findByText('Loading...')).toBeTruthy();
  await screen.findByRole('region', { name: 'Documentaries' });

  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names.slice(0, 3)).toEqual(['Documentaries', 'Magazines', 'Oral Histories']);
  const card = within(within(screen.getByRole('region', { name: 'Documentaries' })).getByRole('article'));
  expect(card.getByRole('heading', { name: 'Our Archive' })).toBeTruthy();
  expect(card.getAllByText('Noor Sheikh').length).toBeGreaterThan(0);
  expect(card.getByText(`${'x'.repeat(80)}…`)).toBeTruthy();
  expect(card.getByText('₹249')).toBeTruthy();
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('View Details: Our Archive')).toBe('/documentary/d1');
  expect(hrefOf('View Details: Carbon Copy')).toBe('/magazine/m1');
  expect(hrefOf('View Details: (Untitled)')).toBe('/oral-history/o1');
});

it('an oral history shows its measured waveform and its duration, without another request', async () => {
  const waveform = `${'0z9'.repeat(39)}hh0`;
  const unmeasured = aStory({
    _id: MediaId.parse('o2'),
    mediaType: 'oralhistory',
    title: 'The Ward',
    duration: 75,
  });
  const listOralHistories = () => onePage([{ ...history, title: 'Night Duty', waveform }, unmeasured]);
  const { fetched } = openPage('/archives', {
    server: [
      plays(catalogApi, {
        ...emptyLists,
        listOralHistories,
        listDocumentaries: () => onePage([documentary]),
      }),
    ],
  });
  const histories = within(await screen.findByRole('region', { name: 'Oral Histories' }));
  const [measured, other] = histories.getAllByRole('article');
  const barsIn = (element?: HTMLElement) => element?.querySelector('path[d^="M0.5"]') ?? null;

  expect(barsIn(measured)?.getAttribute('d')?.match(/v/g)).toHaveLength(120);
  expect(barsIn(measured)?.closest('svg')?.getAttribute('aria-hidden')).toBe('true');
  expect(measured?.textContent).toContain('30 min');
  expect(barsIn(other)).toBeNull();
  expect(other?.textContent).toContain('1 h 15 min');
  expect(barsIn(screen.getByRole('region', { name: 'Documentaries' }))).toBeNull();
  const requests = fetched.mock.calls.map(([url]) => String(url));
  expect(requests.filter((url) => /\/(oral-histories|media)\/./.test(url))).toEqual([]);
});

it('a description goes on to the end of the sentence that has its first 80 characters', async () => {
  const long = `${'Somebody sat there. '.repeat(4)}It ended at noon, when the bell rang. After that, nothing.`;
  const listDocumentaries = () => onePage([{ ...documentary, description: long }]);
  openPage('/archives', { server: [plays(catalogApi, { ...emptyLists, listDocumentaries })] });

  const card = within(await screen.findByRole('article'));

  expect(card.getByText(/^Somebody sat there\. .* when the bell rang\.$/)).toBeTruthy();
});

it("'Explore Collection' focuses the list, and 'About the Archives' opens (WEB-55)", async () => {
  const { user } = openPage('/archives', { server: [archives()] });
  const region = await screen.findByRole('region', { name: 'Documentaries' });
  await user.click(screen.getByRole('button', { name: 'Explore Collection' }));
  expect(document.activeElement?.contains(region)).toBe(true);

  const about = screen.getByText('About the Archives');
  expect(about.closest('details')?.open).toBe(false);
  await user.click(about);
  expect(about.closest('details')?.open).toBe(true);
});

it("shows 'Failed to load archives' and retries (WEB-56)", async () => {
  let isUp = false;
  const flaky = plays(catalogApi, {
    ...emptyLists,
    listMagazines: () => {
      if (!isUp) throw new FakeProblem('unavailable', 'down');
      return onePage([magazine]);
    },
  });
  const { user } = openPage('/archives', { server: [flaky] });
  expect(await screen.findByText('Failed to load archives')).toBeTruthy();
  isUp = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Magazines' })).toBeTruthy();
});

it('reloads 400 ms after a change of its own types, and not for others (WEB-100)', async () => {
  const streams = stubEventSource();
  const listMagazines = vi.fn(() => onePage([magazine]));
  openPage('/archives', { server: [plays(catalogApi, { ...emptyLists, listMagazines })] });
  await screen.findByRole('region', { name: 'Magazines' });
  vi.useFakeTimers();

  sendToAll(streams, 'ebook-updated');
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(listMagazines).toHaveBeenCalledTimes(1);
  for (const type of ['magazine-updated', 'oralhistory-created', 'documentary-deleted'])
    sendToAll(streams, type);
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(listMagazines).toHaveBeenCalledTimes(2);
});
