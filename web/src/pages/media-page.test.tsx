import { catalogApi, gatewayApi, identityApi, libraryApi, MediaId, paymentsApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pollInterval as retryAfter } from '../features/checkout/await-access.ts';
import { aFilm, anEbook, aProfile, aStory, emptyLists } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';

const film = aFilm({
  cast: ['Mitali Dave', 'Jayaben Vora'],
  awards: 'Audience prize 2025',
  genres: ['Animation'],
  tags: ['kites'],
  moreInfo: 'Drawn by hand over one winter.',
  contentNotes: ['Grief'],
});
const documentary = aFilm({
  ...film,
  _id: MediaId.parse('d1'),
  mediaType: 'documentary',
  title: 'Our Archive',
});
const magazine = anEbook({
  _id: MediaId.parse('m1'),
  mediaType: 'magazine',
  title: 'Verandah 1',
  issueNumber: '1',
  previewPages: 1,
});
const history = aStory({
  _id: MediaId.parse('o1'),
  mediaType: 'oralhistory',
  title: 'The Ironing Table',
  speaker: 'Philomena Rozario',
  creator: 'Philomena Rozario',
  narrator: null,
});

const catalog = (overrides: Partial<{ film: typeof film; story: typeof film }> = {}) =>
  plays(catalogApi, {
    ...emptyLists,
    getShortFilm: () => overrides.film ?? film,
    getDocumentary: () => documentary,
    getAudioStory: () => overrides.story ?? aStory(),
    getMagazine: () => magazine,
    getOralHistory: () => history,
  });
const owning = (hasAccess: boolean) =>
  plays(libraryApi, {
    checkAccess: () => ({ hasAccess }),
    listEntries: () => [],
    getProgress: () => ({ progress: null }),
  });

const factOf = (term: string): string | null | undefined =>
  screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;

/** The line under the title. */
const creditLine = async () =>
  (await screen.findByRole('heading', { level: 1 })).parentElement?.querySelector('p:has(a)')?.textContent;

beforeEach(() => {
  HTMLMediaElement.prototype.play = vi.fn(async () => {});
  HTMLMediaElement.prototype.pause = vi.fn();
});

describe('the page of a film', () => {
  it('shows the credits of a short film, its tags, and collapsible details (WEB-39)', async () => {
    const { user } = openPage('/short-film/the-kite', { server: [catalog()] });
    expect(await screen.findByRole('heading', { level: 1, name: 'The Kite' })).toBeTruthy();

    const about = within(await screen.findByRole('region', { name: 'About this title' }));
    for (const fact of [
      'Noor Sheikh',
      'Mitali Dave',
      'Jayaben Vora',
      'Audience prize 2025',
      'English',
      'Animation',
    ])
      expect(about.getByText(fact)).toBeTruthy();
    expect(about.getByRole('link', { name: 'kites' }).getAttribute('href')).toBe('/digital-library?q=kites');
    const more = screen.getByText('More Info').closest('details');
    expect(more?.open).toBe(false);
    await user.click(screen.getByText('More Info'));
    expect(more?.open).toBe(true);
    expect(screen.getByText('Drawn by hand over one winter.')).toBeTruthy();
    expect(screen.getByText('Content notes')).toBeTruthy();
  });

  it('shows the same of a documentary, without tags (WEB-40)', async () => {
    openPage('/documentary/d1', { server: [catalog()] });
    await screen.findByRole('heading', { level: 1, name: 'Our Archive' });
    await screen.findByRole('region', { name: 'About this title' });
    expect(factOf('Director')).toBe('Noor Sheikh');
    expect(screen.queryByText('Tags')).toBeNull();
  });

  it('falls back to the first 80 characters of the description for a tagline (WEB-45)', async () => {
    const description = `${'long '.repeat(20)}end`;
    openPage('/short-film/the-kite', { server: [catalog({ film: aFilm({ description, tagline: null }) })] });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.getByText(`${'long '.repeat(16).trim()}…`)).toBeTruthy();
  });

  it('offers no clip where there is none, and the whole film only to owners', async () => {
    openPage('/short-film/the-kite', { server: [catalog()] });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'Watch the clip' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Play: The Kite' })).toBeNull();
  });

  it('is unlocked for its owner: a banner instead of the price, and the film itself (WEB-38)', async () => {
    openPage('/short-film/the-kite', { userId: 'asha', server: [catalog(), owning(true)] });
    expect(await screen.findByText('You own this short film')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Play: The Kite' })).toBeTruthy();
    expect(screen.queryByText('₹249')).toBeNull();
  });

  it('is not for sale with a price but without a deliverable file', async () => {
    openPage('/short-film/the-kite', { server: [catalog({ film: aFilm({ isForSale: false }) })] });
    expect(await screen.findByText('Not out yet. You can buy it as soon as its file is here.')).toBeTruthy();
    const [button] = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Not for Sale' });
    expect(button?.disabled).toBe(true);
  });

  it('is not for sale without a price', async () => {
    const captionLanguages = ['en', 'hi', 'mr'];
    const server = [
      catalog({ film: aFilm({ priceINR: null, priceUSD: null, isForSale: false, captionLanguages }) }),
    ];
    openPage('/short-film/the-kite', { server });
    expect((await screen.findAllByText('Price not available')).length).toBeGreaterThan(0);
    // nothing about a payment, or about playing what nobody can open
    const facts = within(screen.getByRole('list', { name: 'About this title' }));
    expect(facts.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      '14 min in English',
      'Captions in English, Hindi and Marathi',
    ]);
    const [button] = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Not for Sale' });
    expect(button?.disabled).toBe(true);
  });
});

describe('the page of a recording', () => {
  it('shows the waveform also before it is bought', async () => {
    const story = aStory({ waveform: 'a'.repeat(120) });
    openPage('/audio-story/night-bus', { server: [catalog({ story })] });
    await screen.findByRole('heading', { level: 1 });
    expect(document.querySelector('[data-type="audiostory"] svg[viewBox^="0 0 120 "]')).toBeTruthy();
  });

  it('names author and narrator, and plays only with access (WEB-41, WEB-44)', async () => {
    openPage('/audio-story/night-bus', { server: [catalog()] });
    expect(await creditLine()).toBe('Written by Pallavi Desai, read by Omkar Jadhav');
    const chapters = within(await screen.findByRole('region', { name: 'Chapters' }));
    expect(chapters.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      'The depot, 10:00',
      'The window seat, 20:00',
    ]);
    await screen.findByRole('region', { name: 'About this title' });
    expect(factOf('Narrator')).toBe('Omkar Jadhav');
    expect(document.title).toContain('Night Bus by Pallavi Desai');
    // The player would load a moment later.
    await import('../features/audio/audio-player.tsx');
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByRole('region', { name: 'Player' })).toBeNull();
  });

  it('has a player for its owner, with chapters, speed and the sleep timer (WEB-113)', async () => {
    openPage('/audio-story/night-bus', { userId: 'asha', server: [catalog(), owning(true)] });
    const player = within(await screen.findByRole('region', { name: 'Player' }));
    for (const name of ['Play', 'Back 15 seconds', 'Forward 30 seconds', 'Next chapter'])
      expect(player.getByRole('button', { name })).toBeTruthy();
    expect(player.getByLabelText('Speed, 1×')).toBeTruthy();
    expect(player.getByLabelText('Sleep timer')).toBeTruthy();
    expect(within(player.getByRole('list', { name: 'Chapters' })).getAllByRole('button')).toHaveLength(2);
    expect(screen.getByText('You own this audio story')).toBeTruthy();
  });

  it('of an oral history names the speaker (WEB-101)', async () => {
    openPage('/oral-history/o1', { server: [catalog()] });
    expect(await creditLine()).toBe('Told by Philomena Rozario');
  });
});

describe('a missing item', () => {
  const notFound = () => {
    throw new FakeProblem('not-found', 'not found');
  };
  const missingItems = plays(catalogApi, {
    ...emptyLists,
    getShortFilm: notFound,
    getDocumentary: notFound,
    getAudioStory: notFound,
    getMagazine: notFound,
    getOralHistory: notFound,
    getMedia: notFound,
  });

  it.each([
    ['/short-film/x', 'Short Film not found'],
    ['/documentary/x', 'Documentary not found'],
    ['/audio-story/x', 'Audio Story not found'],
    ['/magazine/x', 'Magazine not found'],
    ['/oral-history/x', 'Oral History not found'],
  ])('%s says %j (WEB-39 to WEB-43)', async (address, sentence) => {
    openPage(address, { server: [missingItems] });
    expect(await screen.findByRole('heading', { level: 1, name: sentence })).toBeTruthy();
  });

  it('of type documentary explains more', async () => {
    openPage('/documentary/x', { server: [missingItems] });
    expect(
      await screen.findByText(
        'Sorry, this documentary could not be found. It may have been removed or the link is incorrect.',
      ),
    ).toBeTruthy();
  });

  it('is not called missing when the server failed: its own message and a retry (WEB-43, decision 0051)', async () => {
    let isUp = false;
    const flaky = plays(catalogApi, {
      ...emptyLists,
      getShortFilm: () => {
        if (!isUp) throw new FakeProblem('unavailable', 'down');
        return film;
      },
    });
    const { user } = openPage('/short-film/the-kite', { server: [flaky] });
    expect(await screen.findByText('Failed to load Short Film')).toBeTruthy();
    expect(screen.queryByText(/not found|may have been removed/)).toBeNull();
    isUp = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'The Kite' })).toBeTruthy();
  });

  it('of unknown type shows the 404 page (WEB-102)', async () => {
    openPage('/media/x', { server: [missingItems] });
    expect(await screen.findByText('404: Not Found')).toBeTruthy();
  });
});

it('/media/{id} redirects to the page of its type and keeps ?buy=1 (WEB-102)', async () => {
  const server = [plays(catalogApi, { ...emptyLists, getMedia: () => film, getShortFilm: () => film })];
  const { where } = openPage('/media/the-kite?buy=1', { server });
  await waitFor(() => expect(where()).toBe('/short-film/the-kite?buy=1'));
});

describe('buying', () => {
  it.each([
    ['/short-film/the-kite', 'Buy Short Film'],
    ['/documentary/d1', 'Buy Documentary'],
    ['/audio-story/night-bus', 'Buy Audio Story'],
    ['/magazine/m1', 'Buy Magazine'],
    ['/oral-history/o1', 'Buy Oral History'],
  ])('%s leads a visitor to the login and back (WEB-76)', async (address, name) => {
    const { user, where } = openPage(address, { server: [catalog()] });
    const [buy] = await screen.findAllByRole('button', { name });
    if (buy) await user.click(buy);
    await waitFor(() => expect(where()).toBe(`/login?next=${encodeURIComponent(`${address}?buy=1`)}`));
  });

  it('opens the checkout dialog for a visitor who comes back logged in (WEB-76)', async () => {
    const server = [
      catalog(),
      owning(false),
      plays(identityApi, { getProfile: () => aProfile() }),
      plays(gatewayApi, { geo: () => ({ country_code: 'IN' }) }),
      plays(paymentsApi, {
        getPaymentOptions: () => ({
          provider: 'cashfree' as const,
          currency: 'INR' as const,
          statementName: 'STR MEDIA',
          mailSubject: 'Your order is ready',
          sandbox: false,
          stripePublishableKey: 'pk_test_x',
          cashfreeMode: 'sandbox' as const,
        }),
      }),
    ];
    openPage('/audio-story/night-bus?buy=1', { userId: 'asha', server });
    const dialog = within(await screen.findByRole('dialog', { name: 'Buy Audio Story', hidden: true }));
    expect(await dialog.findByLabelText('Name on the receipt')).toBeTruthy();
  });

  it('polls for the purchase every second for books, every 1.2 s for recordings (WEB-79)', () => {
    expect((['ebook', 'magazine'] as const).map(retryAfter)).toEqual([1_000, 1_000]);
    expect((['shortfilm', 'documentary', 'audiostory', 'oralhistory'] as const).map(retryAfter)).toEqual([
      1_200, 1_200, 1_200, 1_200,
    ]);
  });
});
