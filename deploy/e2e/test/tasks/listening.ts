/** Tasks with a recording or a film, and of keeping titles. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Scene, Task } from './task.ts';

const playerOf = ({ page }: Scene): Locator => page.getByRole('region', { name: 'Player' });
const openRecording = async (scene: Scene): Promise<void> => {
  await scene.open(scene.title('Interval at the Prabhat'));
  await playerOf(scene).getByRole('button', { name: 'Play', exact: true }).click();
  await playerOf(scene).getByRole('button', { name: 'Pause' }).waitFor();
};
/** Runs in the page. */
const captions = `[...(document.querySelector('video')?.textTracks ?? [])].filter(({ mode }) => mode === 'showing').map(({ language }) => language).join()`;

export const listening: readonly Task[] = [
  {
    name: 'listen faster',
    as: 'reader',
    from: 'a recording that plays',
    start: openRecording,
    run: async (scene) => {
      const { page, steps } = scene;
      const speed = playerOf(scene).getByRole('group', { name: 'Speed' });
      await steps.press(speed.getByRole('button', { name: 'Faster' }));
      await speed.locator('summary[aria-label="Speed, 1.25×"]').waitFor();
      expect(await page.evaluate(`JSON.parse(localStorage.getItem('listening')).rate`)).toBe(1.25);
    },
    steps: 1,
    by: {
      product: 'Apple Podcasts',
      steps: 'with the player open: the number of the speed, once for each speed',
      page: 'https://screenrant.com/finish-podcasts-audiobooks-faster-playback-speed-how/',
    },
  },
  {
    name: 'fall asleep to a recording that stops by itself',
    as: 'reader',
    from: 'a recording that plays',
    start: openRecording,
    run: async (scene) => {
      const { steps } = scene;
      const player = playerOf(scene);
      await steps.press(player.locator('summary[aria-label^="Sleep timer"]'));
      await steps.press(player.getByRole('button', { name: '15 min' }));
      await player.locator('summary[aria-label^="Sleep timer, "]').waitFor();
    },
    steps: 2,
    by: {
      product: 'Spotify',
      steps: 'with the player open: the moon, a time',
      page: 'https://newsroom.spotify.com/?p=17856',
    },
  },
  {
    name: 'have the captions of a film in Hindi',
    as: 'reader',
    from: 'a film that plays',
    start: async (scene) => {
      await scene.open(scene.title('The Kite That Stayed'));
      await scene.page.getByRole('button', { name: /^Play/ }).first().click();
      await scene.page.locator('summary[aria-label^="Captions"]').waitFor();
    },
    run: async ({ page, steps }) => {
      await steps.press(page.locator('summary[aria-label^="Captions"]'));
      await steps.press(page.getByRole('radio', { name: 'Hindi' }));
      await expect.poll(() => page.evaluate(captions)).toBe('hi');
    },
    steps: 2,
    best: 3,
    by: {
      product: 'YouTube',
      steps: 'the three dots, Captions, the language',
      page: 'https://www.technipages.com/how-to-enable-closed-captions-in-youtube-for-android',
    },
  },
  {
    name: 'save a title for later',
    as: 'own reader',
    from: 'the page of a title',
    start: ({ open, title }) => open(title('Ek Chhaata')),
    run: async ({ page, steps, call, title }) => {
      await steps.press(page.getByRole('button', { name: 'Save for later' }));
      await page.getByText('It is on your private list.').waitFor();
      const saved = async (): Promise<string> => JSON.stringify(await call('GET', '/api/library/saved'));
      await expect.poll(saved).toContain(title('Ek Chhaata')._id);
    },
    steps: 1,
    by: { steps: 'the heart' },
  },
  {
    name: 'read an own book without a connection',
    as: 'own reader',
    from: 'the page of a book',
    start: ({ open, title }) => open(title('What the Tailor Knew')),
    run: async ({ page, steps, context }) => {
      await steps.press(page.getByRole('button', { name: 'Keep on this device' }));
      await page.getByRole('button', { name: 'Kept on this device' }).waitFor();
      await context.setOffline(true);
      await steps.press(page.getByRole('link', { name: 'Read now, free' }).first());
      await page.waitForURL(/\/read\//);
      await page.locator('[data-page][data-state="drawn"]').first().waitFor();
    },
    steps: 2,
    by: {
      product: 'Kindle Touch',
      steps: 'the title downloads, the title opens',
      page: 'https://www.epsomlibrary.com/kindle-policies',
    },
  },
];
