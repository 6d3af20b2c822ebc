import { catalogApi, identityApi, libraryApi, MediaId, paymentsApi } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aFilm, anEbook, aProfile, aStory, emptyLists } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';

const shop = plays(catalogApi, {
  ...emptyLists,
  listAuthors: () => ({ authors: [] }),
  search: () => ({ items: [], total: 0, nextCursor: null }),
  listReviews: () => ({ reviews: [], average: 0, count: 0, stars: [0, 0, 0, 0, 0] }),
  getEbook: () => anEbook(),
  getShortFilm: () => aFilm(),
  getDocumentary: () => aFilm({ mediaType: 'documentary' }),
  getAudioStory: () => aStory(),
  getMagazine: () => anEbook({ mediaType: 'magazine', _id: MediaId.parse('m1') }),
  getOralHistory: () => aStory({ mediaType: 'oralhistory' }),
});
const account = [
  plays(identityApi, { getProfile: () => aProfile() }),
  plays(libraryApi, { listEntries: () => [], checkAccess: () => ({ hasAccess: false }) }),
  plays(paymentsApi, { listOrders: () => [] }),
];

it.each([
  ['/', 'Stories that were always ours.'],
  ['/e-books', 'All eBooks'],
  ['/login', 'Log in'],
  ['/register', 'Create account'],
  ['/forgot-password', 'Forgot your password?'],
  ['/reset-password?token=t', 'Set a new password'],
  ['/digital-library', 'The digital library'],
  ['/archives', 'The archives'],
])('%s shows its page to a visitor (WEB-01, WEB-02)', async (address, heading) => {
  openPage(address, { server: [shop] });
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
});

it('/support shows its page (WEB-03)', async () => {
  openPage('/support', { server: [shop] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Keep the recorder running.' })).toBeTruthy();
});

it.each([
  ['/profile', 'Profile'],
  ['/payment?ebook=seven-ways', 'Payment'],
  ['/payment-success', 'Your order'],
  ['/orders', 'Orders'],
])('%s shows its page to a reader (WEB-02)', async (address, heading) => {
  openPage(address, { userId: 'asha', server: [shop, ...account] });
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
});

it.each([
  ['/ebook/seven-ways', anEbook().title],
  ['/short-film/f1', aFilm().title],
  ['/documentary/d1', aFilm().title],
  ['/audio-story/s1', aStory().title],
  ['/magazine/m1', anEbook().title],
  ['/oral-history/o1', aStory().title],
])('%s shows its detail page (WEB-04, WEB-101)', async (address, heading) => {
  openPage(address, { server: [shop] });
  expect(await screen.findByRole('heading', { level: 1, name: new RegExp(`^${heading}`) })).toBeTruthy();
});
