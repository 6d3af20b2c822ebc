import type { RunPage } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkout, stubProviders } from '../testing/checkout-servers.ts';
import { sendToAll, stubEventSource } from '../testing/fake-event-source.ts';
import { openPage } from '../testing/open-page.tsx';
import { aRunPage, createPayment, giftServers, runServers } from '../testing/run-servers.ts';

beforeEach(() => {
  stubProviders();
  createPayment.mockReset();
});

const path = '/run/f/abcdefghijkmn';
const openRunPage = async (getPage: () => RunPage = () => aRunPage()) => {
  const opened = openPage(path, { server: runServers({ getPage }) });
  await screen.findByRole('heading', { level: 1 });
  return opened;
};
const donors = (count: number): RunPage['donors'] =>
  Array.from({ length: count }, (_, index) => ({
    name: 'Anonymous',
    amount: 100 + index,
    message: null,
    at: '2026-11-20',
  }));

describe('/run/f/{slug} (WEB-103, RUN-24)', () => {
  it('shows name, distance, story, goal bar with words, donors and ways to share', async () => {
    await openRunPage();
    expect(screen.getByRole('heading', { level: 1, name: 'Meher' })).toBeTruthy();
    expect(screen.getByText('For the people nobody asked.')).toBeTruthy();
    const bar = screen.getByRole('progressbar');
    expect(bar.getAttribute('aria-valuetext')).toBe('₹14,350 of ₹25,000, 57%');
    expect(bar.getAttribute('aria-valuenow')).toBe('57');
    const gifts = within(screen.getByRole('region', { name: 'Gifts' }));
    expect(gifts.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Noor₹50020 Nov 2026For my aunt.',
      'Anonymous19 Nov 2026',
    ]);
    expect(screen.getByRole('button', { name: 'Copy the link' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy a plain link' })).toBeTruthy();
  });

  it('groups digits as in India, and a bar never passes its end', async () => {
    await openRunPage(() => aRunPage({ raised: 482_350, raisedMinor: 48_235_000, goal: 100_000 }));
    expect(screen.getByText('₹4,82,350')).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
  });

  it('a page without a goal has no bar', async () => {
    await openRunPage(() => aRunPage({ goal: 0, donors: [], donorCount: 0 }));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByText('No gifts yet.')).toBeTruthy();
    expect(screen.queryByText(/the bar/)).toBeNull();
  });

  it.each([
    [6.04, 10, '6 of 10 km done'],
    [10, 10, '10 of 10 km done'],
    [18.5, 10, '18.5 km done, 10 km planned'],
    [18.5, 0, '18.5 km done'],
  ])('%d km of %d planned ones are "%s"', async (km, distance, text) => {
    await openRunPage(() => aRunPage({ km, distance }));
    expect(screen.getByText(/ done/).textContent).toBe(` · ${text}`);
  });

  it('names and words keep their script and direction, and markup stays words', async () => {
    await openRunPage(() =>
      aRunPage({
        displayName: 'آشا راؤ',
        story: '<img src=x onerror=alert(1)> चलते रहो',
        donors: [{ name: 'மீரா', amount: 1, message: 'چلتے رہو', at: '2026-11-20' }],
      }),
    );
    const heading = screen.getByRole('heading', { level: 1 });
    expect([heading.lang, heading.dir]).toEqual(['ur', 'rtl']);
    expect(screen.getByText('<img src=x onerror=alert(1)> चलते रहो')).toBeTruthy();
    expect(screen.getByText('மீரா').lang).toBe('ta');
    const message = screen.getByText('چلتے رہو');
    expect([message.lang, message.dir]).toEqual(['ur', 'rtl']);
  });

  it('shows twenty gifts, then all', async () => {
    const all = donors(45);
    const listDonors = vi.fn(({ query: { page } }: { query: { page: number } }) => ({
      donors: all.slice((page - 1) * 20, page * 20),
      total: 45,
      page,
    }));
    const getPage = () => aRunPage({ donors: all.slice(0, 20), donorCount: 45 });
    const { user } = openPage(path, { server: runServers({ getPage, listDonors }) });
    const gifts = within(await screen.findByRole('region', { name: 'Gifts' }));
    await user.click(gifts.getByRole('button', { name: 'Show more gifts (25 more)' }));
    await waitFor(() => expect(listDonors).toHaveBeenCalledTimes(1));
    await user.click(gifts.getByRole('button', { name: 'Show more gifts (25 more)' }));
    await user.click(await gifts.findByRole('button', { name: 'Show more gifts (5 more)' }));
    await waitFor(() => expect(gifts.getAllByRole('listitem')).toHaveLength(45));
  });

  it('unknown, hidden and cancelled pages are the page of an unknown path', async () => {
    await openRunPage(() => {
      throw new FakeProblem('not-found', 'Page not found');
    });
    expect(await screen.findByRole('heading', { level: 1, name: '404: Not Found' })).toBeTruthy();
  });

  it('a failed page can be loaded again', async () => {
    const getPage = vi.fn(() => aRunPage());
    getPage.mockImplementationOnce(() => {
      throw new FakeProblem('unavailable', 'down');
    });
    const { user } = await openRunPage(getPage);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Event unavailable. Please try again later.',
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Meher' })).toBeTruthy();
  });

  it('after the run it shows a sentence, and Contribute stays for a while', async () => {
    await openRunPage(() => aRunPage({ isOver: true }));
    expect(screen.getByText('The run is over. Thank you.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Contribute' })).toBeTruthy();
  });

  it('RUN-37: sum, bar and gifts follow live messages, and a hidden page goes', async () => {
    const streams = stubEventSource();
    let page: RunPage | null = aRunPage();
    await openRunPage(() => {
      if (!page) throw new FakeProblem('not-found', 'Page not found');
      return page;
    });
    await waitFor(() => expect(streams.length).toBeGreaterThan(0));
    page = aRunPage({ raised: 15_350, raisedMinor: 1_535_000, donorCount: 3 });
    act(() => sendToAll(streams, 'run-page-updated'));
    expect(await screen.findByText('₹15,350')).toBeTruthy();
    expect(screen.getByText('3 gifts, 61% of the goal')).toBeTruthy();
    page = null;
    act(() => sendToAll(streams, 'run-page-updated'));
    expect(await screen.findByRole('heading', { level: 1, name: '404: Not Found' })).toBeTruthy();
  });
});

describe('a gift to a page (RUN-25)', () => {
  const give = async () => {
    checkout.mockResolvedValue({ paymentDetails: {} });
    const giftWords = vi.fn((_input: { body: object }) => ({ ok: true as const }));
    const { user } = openPage(path, { server: giftServers({ giftWords }) });
    await user.click(await screen.findByRole('button', { name: 'Contribute' }));
    await user.type(await screen.findByLabelText('Name on the receipt'), 'Noor Sheikh');
    await user.type(screen.getByLabelText('Email'), 'noor@example.org');
    expect(screen.getByText(/Your name is not shown/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Contribute ₹500' }));
    const words = within(await screen.findByRole('form', { name: 'Words for the page' }));
    return { user, words, giftWords };
  };

  it('is tied to the page, and "Do not show my name" is on', async () => {
    const { user, words, giftWords } = await give();
    expect(createPayment).toHaveBeenCalledWith(
      expect.objectContaining({ purpose: 'contribution', runSlug: 'abcdefghijkmn' }),
    );
    expect(words.getByText('Thank you for your Contribution!')).toBeTruthy();
    expect(words.getByLabelText<HTMLInputElement>('Do not show my name').checked).toBe(true);
    expect(words.queryByLabelText('Name on the page')).toBeNull();
    await user.type(words.getByLabelText('Message (optional)'), 'Go on!');
    await user.click(words.getByRole('button', { name: 'Put it on the page' }));
    const sent = await words.findByText('Your words are on the page.');
    // the button that had the focus is gone
    await waitFor(() => expect(document.activeElement).toBe(sent));
    expect(giftWords.mock.calls[0]?.[0]).toMatchObject({
      params: { orderId: 'order-1' },
      body: { name: '', message: 'Go on!', isAnonymous: true, showAmount: true },
    });
  });

  it('shows another name than that of the receipt, without the amount', async () => {
    const { user, words, giftWords } = await give();
    await user.click(words.getByLabelText('Do not show my name'));
    await user.click(words.getByRole('button', { name: 'Put it on the page' }));
    expect(words.getByText('Name required')).toBeTruthy();
    await user.type(words.getByLabelText('Name on the page'), 'A friend');
    await user.click(words.getByLabelText('Do not show the amount'));
    await user.click(words.getByRole('button', { name: 'Put it on the page' }));
    await words.findByText('Your words are on the page.');
    expect(giftWords.mock.calls[0]?.[0].body).toEqual({
      name: 'A friend',
      message: '',
      isAnonymous: false,
      showAmount: false,
    });
  });

  it('needs no words', async () => {
    const { user, words, giftWords } = await give();
    await user.click(words.getByRole('button', { name: 'No, thank you' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText(/Received, thank you/)).toBeTruthy();
    expect(giftWords).not.toHaveBeenCalled();
  });
});
