import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE_MS } from '../support/journey.ts';
import { type Scene, sees } from './scene.ts';

const missing = [
  ['short-film', 'Short Film not found'],
  ['documentary', 'Documentary not found'],
  ['audio-story', 'Audio Story not found'],
  ['magazine', 'Magazine not found'],
  ['oral-history', 'Oral History not found'],
] as const;

/** Runs in the page. Asked again and again from outside: its content security policy lets no text be run inside. */
const film = {
  hasBegun: '(document.querySelector("video")?.currentTime ?? 0) > 0',
  stands: 'document.querySelector("video")?.paused === true',
} as const;
const untilFilm = (page: Page, state: keyof typeof film): Promise<void> =>
  expect.poll(() => page.evaluate(film[state]), { timeout: PATIENCE_MS }).toBe(true);

/** A film runs for a moment and stands still. */
const watched = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^(Play|Continue at)/ })
    .first()
    .click({ timeout: PATIENCE_MS });
  await untilFilm(page, 'hasBegun');
  await page.keyboard.press('k');
  await untilFilm(page, 'stands');
};

const playing = async (page: Page): Promise<void> => {
  const player = page.getByRole('region', { name: 'Player' });
  await player.getByRole('button', { name: 'Play', exact: true }).click({ timeout: PATIENCE_MS });
  await player.getByRole('button', { name: 'Pause', exact: true }).waitFor({ timeout: PATIENCE_MS });
};

export const mediaScenes: readonly Scene[] = [
  { name: 'short-film', path: ({ film }) => `/short-film/${film._id}` },
  {
    name: 'short-film-clip',
    path: ({ film }) => `/short-film/${film._id}`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Watch the clip' }).click({ timeout: PATIENCE_MS });
      await page.getByLabel('Clip', { exact: true }).waitFor({ timeout: PATIENCE_MS });
    },
  },
  { name: 'short-film-free', path: ({ openFilm }) => `/short-film/${openFilm._id}`, act: watched },
  { name: 'documentary', path: ({ documentary }) => `/documentary/${documentary._id}` },
  { name: 'audio-story', path: ({ story }) => `/audio-story/${story._id}` },
  { name: 'magazine', path: ({ magazine }) => `/magazine/${magazine._id}` },
  { name: 'oral-history', path: ({ history }) => `/oral-history/${history._id}` },
  { name: 'oral-history-free', path: ({ openHistory }) => `/oral-history/${openHistory._id}`, act: playing },
  { name: 'media-of-any-kind', path: ({ story }) => `/media/${story._id}`, act: sees('Buy Audio Story') },
  { name: 'media-missing', path: () => '/media/nothing-here' },
  ...missing.map(
    ([page, words]): Scene => ({
      name: `${page}-missing`,
      path: () => `/${page}/nothing-here`,
      act: sees(words),
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
      await page.getByRole('region', { name: 'Now playing' }).waitFor({ timeout: PATIENCE_MS });
    },
  },
];
