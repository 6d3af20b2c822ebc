/** Tasks of privacy. */
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { Task } from './task.ts';
import { openProfile } from './ways.ts';

export const account: readonly Task[] = [
  {
    name: 'leave the site at once',
    as: 'own reader',
    from: 'the page of a title',
    start: async ({ context, page, home, open, title }) => {
      // the page that Exit leads to is on another host
      await context.route(/^https?:\/\/(?!localhost)/, (route) => route.fulfill({ body: 'elsewhere' }));
      await page.goto(home);
      await open(title('Ek Chhaata'));
    },
    run: async ({ page, steps, home }) => {
      await steps.press(page.getByRole('banner').getByRole('link', { name: /^Exit/ }));
      await page.waitForURL((url) => !url.href.startsWith(home));
      // the page of the title is out of the history, and the page before it leaves again
      await page.goBack().catch(() => null);
      await expect.poll(() => page.url().startsWith(home)).toBe(false);
    },
    steps: 1,
    by: {
      product: 'GOV.UK',
      steps: 'Exit this page',
      page: 'https://design-system.service.gov.uk/components/exit-this-page/',
    },
  },
  {
    name: 'log out on all devices',
    as: 'own reader',
    from: 'the home page',
    run: async (scene) => {
      const { page, steps, call } = scene;
      await openProfile(scene);
      await steps.press(page.getByRole('button', { name: 'Log out everywhere' }));
      await page.waitForURL(/\/login/);
      await expect(call('GET', '/api/users/profile')).rejects.toThrow(/401/);
    },
    steps: 2,
    best: 3,
    by: {
      product: 'Spotify',
      steps: 'the account page, Sign out everywhere, once more',
      page: 'https://support.spotify.com/ee-en/article/how-to-log-out/',
    },
  },
  {
    name: 'download everything the site knows about me',
    as: 'reader',
    from: 'the home page',
    run: async (scene) => {
      const { page, steps, person } = scene;
      await openProfile(scene);
      const download = page.waitForEvent('download');
      await steps.press(page.getByRole('button', { name: 'Download my data' }));
      expect(await readFile(await (await download).path(), 'utf8')).toContain(person.email);
    },
    steps: 2,
    best: 4,
    by: {
      product: 'Google Takeout',
      steps: 'the page, Next step, Export, Download in the mail',
      page: 'https://support.google.com/accounts/answer/3024190',
    },
  },
  {
    name: 'delete my account',
    as: 'own reader',
    from: 'the home page',
    run: async (scene) => {
      const { page, steps, person, call } = scene;
      await openProfile(scene);
      await steps.press(page.getByRole('button', { name: 'Delete My Profile' }));
      const dialog = page.getByRole('dialog', { name: 'Delete my profile' });
      await steps.type(dialog.getByLabel('Type delete to continue'), 'delete');
      await steps.type(dialog.getByLabel('Current password', { exact: true }), person.password);
      await steps.press(dialog.getByRole('button', { name: 'Delete', exact: true }));
      await dialog.waitFor({ state: 'detached' });
      await expect(call('POST', '/api/users/login', person)).rejects.toThrow(/401/);
    },
    steps: 5,
    by: {
      product: 'Spotify',
      steps: 'settings, account, close, close once more, the link of the mail',
      page: 'https://spofier.com/en/blog/spotify-close-account',
    },
  },
];
