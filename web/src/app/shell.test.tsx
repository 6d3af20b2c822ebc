import { catalogApi } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { preferences } from '../lib/preferences.ts';
import { openPage } from '../testing/open-page.tsx';

const shop = plays(catalogApi, {
  listEbooks: () => ({ items: [], total: 0, nextCursor: null }),
  listAuthors: () => ({ authors: [] }),
});

afterEach(() => preferences.change({ discreet: false, theme: 'system', dataSaver: false, keys: true }));

it("shows '404: Not Found' and 'It's gone :(' at an unknown address (WEB-08)", async () => {
  openPage('/no/such/page', { server: [shop] });

  expect(await screen.findByRole('heading', { level: 1, name: '404: Not Found' })).toBeTruthy();
  expect(screen.getByText("It's gone :(")).toBeTruthy();
});

it('links from the header to the four areas, to the login without a token and to the profile with one (WEB-09)', async () => {
  openPage('/no-page', { server: [shop] });
  const header = within(await screen.findByRole('banner'));

  for (const [name, href] of [
    ['Digital library', '/digital-library'],
    ['Archives', '/archives'],
    ['Publishing', '/publishing'],
    ['About', '/about'],
    ['Log in', '/login'],
    ['Satrangi, home', '/'],
  ] as const)
    expect(header.getByRole('link', { name }).getAttribute('href')).toBe(href);
});

it('links to the profile of a logged-in reader (WEB-09)', async () => {
  openPage('/no-page', { userId: 'asha', server: [shop] });

  const header = within(await screen.findByRole('banner'));
  expect(header.getByRole('link', { name: 'Profile' }).getAttribute('href')).toBe('/profile');
});

it('has every link of the footer and the year (WEB-10)', async () => {
  openPage('/no-page', { server: [shop] });
  const footer = within(await screen.findByRole('contentinfo'));

  const links = footer.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(
    expect.arrayContaining(
      '/ /about /library /blogs /profile /faq /newsletter /terms /privacy /refunds /digital-library-policy /creator-policy'.split(
        ' ',
      ),
    ),
  );
  expect(links.some((href) => href?.startsWith('mailto:'))).toBe(true);
  expect(footer.getByText(`© ${new Date().getFullYear()} Satrangi`)).toBeTruthy();
});

it('shows a neutral tab title in discreet mode', async () => {
  const { user } = openPage('/no-page', { server: [shop] });
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(document.title).toBe('404: Not Found | Satrangi'));

  await user.click(screen.getByRole('button', { name: 'Discreet mode: off' }));

  await waitFor(() => expect(document.title).toBe('Reading list'));
  expect(document.documentElement.dataset.discreet).toBe('');
});

it('changes theme and data saver and stores them', async () => {
  const { user } = openPage('/no-page', { server: [shop] });

  await user.click(await screen.findByRole('button', { name: 'Theme: system' }));
  await user.click(screen.getByRole('button', { name: 'Data saver: off' }));

  expect(document.documentElement.dataset).toMatchObject({ theme: 'light', saver: '' });
  expect(JSON.parse(localStorage.getItem('preferences') ?? '{}')).toMatchObject({
    theme: 'light',
    dataSaver: true,
  });
});

it('shows that the browser is offline', async () => {
  openPage('/no-page', { server: [shop] });
  await screen.findByRole('heading', { level: 1 });
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });

  act(() => {
    dispatchEvent(new Event('offline'));
  });

  expect(
    screen.getByText("You're offline. This page still works; others will load when you're back."),
  ).toBeTruthy();
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
  act(() => {
    dispatchEvent(new Event('online'));
  });
});

it('moves focus to the heading of the next page', async () => {
  const { user } = openPage('/no-page', { server: [shop] });
  await screen.findByRole('heading', { level: 1, name: '404: Not Found' });

  await user.click(screen.getByRole('link', { name: 'Browse the library' }));

  const heading = await screen.findByRole('heading', { level: 1, name: 'All eBooks' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

it('opens the menu of a phone as a dialog with every area', async () => {
  const { user } = openPage('/no-page', { server: [shop] });

  await user.click(await screen.findByRole('button', { name: 'Menu' }));

  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
  expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Digital library',
    'Archives',
    'Publishing',
    'About',
    'All eBooks',
    'Saved for later',
    'Log in',
    'Exit',
  ]);
});
