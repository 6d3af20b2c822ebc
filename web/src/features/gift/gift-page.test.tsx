import { catalogApi, giftTexts, paymentsApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { preferences } from '../../lib/preferences.ts';
import { session } from '../../lib/session.ts';
import { anEbook } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

const CODE = '7K2M-9QXA-0B4D-XYZ1';
const LINK = `/gift#code=${CODE.replaceAll('-', '')}`;
const item = {
  media: 'seven-ways',
  mediaType: 'ebook',
  format: 'text',
  title: 'Seven Ways',
  creator: 'A. Writer',
  language: 'en',
} as const;
const ebook = anEbook({
  title: 'Seven Ways',
  pages: 212,
  tagline: 'Seven stories, one railway line.',
});

type Answers = Parameters<typeof plays<typeof paymentsApi>>[1];
const open = (
  address: string,
  { previewGift, redeemGift }: Pick<Answers, 'previewGift' | 'redeemGift'> = {},
  { userId, getEbook = () => ebook }: { userId?: string; getEbook?: () => ReturnType<typeof anEbook> } = {},
) =>
  openPage(address, {
    ...(userId ? { userId } : {}),
    server: [
      plays(paymentsApi, { ...(previewGift ? { previewGift } : {}), ...(redeemGift ? { redeemGift } : {}) }),
      plays(catalogApi, { getEbook }),
    ],
  });
const asha = { userId: 'asha' };
const gift = () => ({ items: [item] });
const refuse =
  (...problem: ConstructorParameters<typeof FakeProblem>) =>
  () => {
    throw new FakeProblem(...problem);
  };
const see = () => screen.findByRole('button', { name: 'See what it is' });
const codeField = () => screen.findByLabelText<HTMLInputElement>('Your code');
const main = () => within(screen.getByRole('main'));

describe('a visitor at /gift (decision 0155)', () => {
  it('sees what the code of a link holds after a press, not before, and can cover it again', async () => {
    const previewGift = vi.fn(gift);
    const { user, where, hash } = open(LINK, { previewGift });
    expect((await codeField()).value).toBe(CODE);
    await waitFor(() => expect([where(), hash()]).toEqual(['/gift', '']));
    expect(previewGift).not.toHaveBeenCalled();

    await user.click(await see());

    const heading = await screen.findByRole('heading', { name: 'Somebody chose this for you' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.getByRole('heading', { name: 'Seven Ways' })).toBeTruthy();
    expect(screen.getByText('A. Writer')).toBeTruthy();
    expect(await screen.findByText('212 pages, about 5 hours')).toBeTruthy();
    expect(screen.getByText('Seven stories, one railway line.')).toBeTruthy();
    expect(document.title).not.toContain('Seven');
    expect(`${where()}${hash()}`).toBe('/gift');

    await user.click(screen.getByRole('button', { name: 'Cover it again' }));

    expect(document.body.textContent).not.toContain('Seven');
    expect((await codeField()).value).toBe(CODE);
    expect(document.activeElement?.textContent).toBe('See what it is');
  });

  it('logs in with the code kept in the tab, also a typed one, and finds the gift covered', async () => {
    const { user } = open('/gift', { previewGift: gift });
    await user.type(await codeField(), '7k2m 9qxa ob4d xyzi{Enter}');
    expect(await screen.findByText(/Your code is kept in this tab/)).toBeTruthy();
    expect(main().getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login?next=%2Fgift');
    expect(main().getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(
      '/register?next=%2Fgift',
    );
    cleanup();

    open('/gift', {}, asha);
    expect((await codeField()).value).toBe(CODE);
    expect(screen.getByRole('button', { name: 'Open it' })).toBeTruthy();
    expect(document.body.textContent).not.toContain('Seven');
  });

  it('sees a title that the shop has no more, without its length and sentence', async () => {
    const getEbook = refuse('not-found', 'eBook not found');
    const { user } = open(LINK, { previewGift: gift }, { getEbook });
    await user.click(await see());
    expect(await screen.findByRole('heading', { name: 'Seven Ways' })).toBeTruthy();
    expect(screen.getByText('eBook')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('finds no title in the name of the tab in discreet mode', async () => {
    preferences.change({ discreet: true });
    const { user } = open(LINK, { previewGift: gift });
    await user.click(await see());
    await screen.findByRole('heading', { name: 'Seven Ways' });
    expect(document.title).toBe('Reading list');
    preferences.change({ discreet: false });
  });

  it('learns in three steps how to give one', async () => {
    open('/gift');
    expect(await screen.findByRole('heading', { name: 'How a gift works' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Choose a gift' }).getAttribute('href')).toBe('/digital-library');
  });
});

describe('why a gift is not shown', () => {
  const later = 'We could not look it up just now. Your code stays valid: please try again.';
  it.each([
    ['an unknown code', refuse('not-found', giftTexts.unknown), giftTexts.unknown],
    ['a gift that was opened', refuse('too-late', giftTexts.redeemed), giftTexts.redeemed],
    ['a gift that was taken back', refuse('too-late', giftTexts.takenBack), giftTexts.takenBack],
    [
      'too many codes',
      refuse('too-many-requests', 'Too many requests. Try again later.'),
      'Too many codes were tried from your connection. Your code stays valid: please wait a minute and try again.',
    ],
    ['a service that is down', refuse('unavailable', 'Not available right now'), later],
    ['a connection that fails', () => Promise.reject(new TypeError('Failed to fetch')), later],
  ])('says so of %s, and keeps what was typed', async (_why, previewGift, sentence) => {
    const { user } = open('/gift', { previewGift });
    const field = await codeField();
    await user.click(await see());
    expect(await screen.findByText('Enter the code that you were given')).toBeTruthy();
    await user.type(field, '7k2m 9qxa 0b4d xyz1');
    await user.click(await see());
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(field.value).toBe('7k2m 9qxa 0b4d xyz1');
  });

  it('says so without a connection', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { user } = open(LINK, { previewGift: () => Promise.reject(new TypeError('Failed to fetch')) });
    await user.click(await see());
    expect((await screen.findByRole('alert')).textContent).toBe(
      'You are offline. Your code stays valid: please try again when you are back online.',
    );
    vi.restoreAllMocks();
  });
});

describe('a reader at /gift (decision 0137)', () => {
  it('opens the gift of a link with one press, unseen', async () => {
    const redeemGift = vi.fn(gift);
    const { user } = open(LINK, { redeemGift }, asha);
    await user.click(await screen.findByRole('button', { name: 'Open it' }));

    const heading = await screen.findByRole('heading', { name: 'It’s yours' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.getByRole('link', { name: 'Seven Ways' }).getAttribute('href')).toBe('/ebook/seven-ways');
    expect(screen.getByRole('link', { name: 'Read now' }).getAttribute('href')).toBe('/read/seven-ways');
    expect(main().getByRole('link', { name: 'My Library' })).toBeTruthy();
    expect(redeemGift).toHaveBeenCalledTimes(1);
  });

  it('can see it first, and then opens it', async () => {
    const redeemGift = vi.fn(gift);
    const { user } = open(LINK, { previewGift: gift, redeemGift }, asha);
    await user.click(await see());
    await screen.findByRole('heading', { name: 'Somebody chose this for you' });
    expect(main().queryByRole('link', { name: 'Log in' })).toBeNull();
    expect(redeemGift).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Open it' }));
    expect(await screen.findByRole('heading', { name: 'It’s yours' })).toBeTruthy();
  });

  it.each(['unseen', 'seen'])('who owns the title passes the code on, also %s', async (look) => {
    const redeemGift = refuse('already-owned', giftTexts.owned);
    const { user } = open(LINK, { previewGift: gift, redeemGift }, asha);
    if (look === 'seen') await user.click(await see());
    await user.click(await screen.findByRole('button', { name: 'Open it' }));
    expect((await screen.findByRole('alert')).textContent).toBe(giftTexts.owned);
    expect(await screen.findByText(CODE)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy the link' })).toBeTruthy();
  });

  it('who is too late sees the gift covered again, and why', async () => {
    const redeemGift = refuse('too-late', giftTexts.redeemed);
    const { user } = open(LINK, { previewGift: gift, redeemGift }, asha);
    await user.click(await see());
    await user.click(await screen.findByRole('button', { name: 'Open it' }));
    expect((await screen.findByRole('alert')).textContent).toBe(giftTexts.redeemed);
    expect(document.body.textContent).not.toContain('Seven');
  });

  it('keeps the gift and its code while it cannot be opened', async () => {
    const redeemGift = refuse('unavailable', 'Not available right now');
    const { user } = open(LINK, { previewGift: gift, redeemGift }, asha);
    await user.click(await see());
    await user.click(await screen.findByRole('button', { name: 'Open it' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'We could not open it just now. Your code stays valid: please try again.',
    );
    expect(screen.getByRole('heading', { name: 'Seven Ways' })).toBeTruthy();
  });
});

it('a login that ended before the press leaves the code in the tab, and says so', async () => {
  const { user } = open('/gift', { redeemGift: refuse('invalid-token', 'Invalid token') }, asha);
  await user.type(await codeField(), CODE);
  await user.click(screen.getByRole('button', { name: 'Open it' }));

  expect(await screen.findByText(/^Your login has ended\. Your code is kept in this tab/)).toBeTruthy();
  expect(session.get()).toBeNull();
  cleanup();
  open('/gift', {}, asha);
  expect((await codeField()).value).toBe(CODE);
});

it('an opened gift is covered when the login of its reader ends, and for the next reader', async () => {
  const { user } = open(LINK, { redeemGift: gift }, asha);
  await user.click(await screen.findByRole('button', { name: 'Open it' }));
  await screen.findByRole('heading', { name: 'It’s yours' });

  act(() => session.end());
  expect(main().queryByText(/Seven|It’s yours/)).toBeNull();
  act(() => session.begin({ token: 'token-of-binu', userId: 'binu' }));
  expect(main().queryByText(/Seven/)).toBeNull();
});
