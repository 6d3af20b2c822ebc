import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type PageState, waitForText } from './page-state.ts';

const missing = [
  ['short-film', 'Short Film not found'],
  ['documentary', 'Documentary not found'],
  ['audio-story', 'Audio Story not found'],
  ['magazine', 'Magazine not found'],
  ['oral-history', 'Oral History not found'],
] as const;

/** Runs in the page. Polled from outside, because the content security policy forbids eval. */
const film = {
  hasBegun: '(document.querySelector("video")?.currentTime ?? 0) > 0',
  stands: 'document.querySelector("video")?.paused === true',
} as const;
const untilFilm = (page: Page, state: keyof typeof film): Promise<void> =>
  expect.poll(() => page.evaluate(film[state])).toBe(true);

/** Plays a film for a moment and pauses it. */
const watched = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^(Play|Continue at)/ })
    .first()
    .click();
  await untilFilm(page, 'hasBegun');
  await page.keyboard.press('k');
  await untilFilm(page, 'stands');
};

const playing = async (page: Page): Promise<void> => {
  const player = page.getByRole('region', { name: 'Player' });
  await player.getByRole('button', { name: 'Play', exact: true }).click();
  await player.getByRole('button', { name: 'Pause', exact: true }).waitFor();
};

export const mediaStates: readonly PageState[] = [
  { name: 'short-film', path: ({ film }) => `/short-film/${film._id}` },
  {
    name: 'short-film-clip',
    path: ({ film }) => `/short-film/${film._id}`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Watch the clip' }).click();
      await page.getByLabel('Clip', { exact: true }).waitFor();
    },
  },
  { name: 'short-film-free', path: ({ openFilm }) => `/short-film/${openFilm._id}`, act: watched },
  { name: 'documentary', path: ({ documentary }) => `/documentary/${documentary._id}` },
  { name: 'audio-story', path: ({ story }) => `/audio-story/${story._id}` },
  {
    name: 'audio-story-clip',
    path: ({ story }) => `/audio-story/${story._id}`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Hear a clip' }).click();
      await page.getByRole('slider', { name: 'Position' }).waitFor();
    },
  },
  { name: 'magazine', path: ({ magazine }) => `/magazine/${magazine._id}` },
  { name: 'oral-history', path: ({ history }) => `/oral-history/${history._id}` },
  { name: 'oral-history-free', path: ({ openHistory }) => `/oral-history/${openHistory._id}`, act: playing },
  {
    name: 'media-of-any-kind',
    path: ({ story }) => `/media/${story._id}`,
    act: waitForText('Buy Audio Story'),
  },
  { name: 'media-missing', path: () => '/media/nothing-here' },
  ...missing.map(
    ([page, words]): PageState => ({
      name: `${page}-missing`,
      path: () => `/${page}/nothing-here`,
      act: waitForText(words),
    }),
  ),
  { name: 'short-film-owned', path: ({ film }) => `/short-film/${film._id}`, as: 'owner', act: watched },
  {
    name: 'documentary-owned',
    path: ({ documentary }) => `/documentary/${documentary._id}`,
    as: 'owner',
    act: watched,
  },
  { name: 'magazine-owned', path: ({ magazine }) => `/magazine/${magazine._id}`, as: 'owner' },
  { name: 'oral-history-owned', path: ({ history }) => `/oral-history/${history._id}`, as: 'owner' },
  {
    name: 'audio-story-owned',
    path: ({ story }) => `/audio-story/${story._id}`,
    as: 'owner',
    act: async (page) => {
      await playing(page);
      await page.getByRole('button', { name: 'Transcript' }).click();
    },
  },
  {
    name: 'mini-player',
    path: ({ story }) => `/audio-story/${story._id}`,
    as: 'owner',
    act: async (page) => {
      await playing(page);
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click();
      await page.getByRole('region', { name: 'Now playing' }).waitFor();
    },
  },
];
