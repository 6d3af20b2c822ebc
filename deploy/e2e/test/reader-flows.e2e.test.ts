import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { apiCaller, logIn, registerReader } from './support/api-client.ts';
import { chromiumPath, openVisitor, signIn, type Visitor } from './support/browser.ts';
import {
  audit,
  chatOn,
  expectItems,
  focusedLabel,
  messagesIn,
  openByKeyboard,
  sendMessage,
  watchAnnouncements,
} from './support/chat-walk.ts';
import { press, tabTo, type } from './support/keyboard.ts';
import { findMailedLink } from './support/mails.ts';
import { EDITOR, startShop } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';
import {
  booksForSale,
  FROM_US,
  isSameDocument,
  markDocument,
  newUser,
  payByCard,
} from './support/purchase-flow.ts';

describe.skipIf(!chromiumPath)('reader flows besides purchases, in Chromium', () => {
  const here = useShopInChromium(() => startShop({ TRUST_PROXY: '1' }));

  const pageOf = async (visitor: Visitor): Promise<Page> => {
    return visitor.newPage();
  };
  const bookOf = async (place: number) => {
    const book = (await booksForSale(here.shop.url))[place];
    if (!book) throw new Error('no book is for sale');
    return book;
  };

  it('a visitor in the United States contributes in dollars by card', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url, {
      extraHTTPHeaders: FROM_US,
      locale: 'en-US',
    });
    const page = await pageOf(visitor);
    await page.goto(`${here.shop.url}/support`);
    await page.getByRole('button', { name: 'Contribute', exact: true }).click();
    await page.getByLabel('Name on the receipt').fill('Asha');
    await page.getByLabel('Email').fill(newUser().email);
    await page.getByRole('button', { name: 'Contribute $6' }).click();
    await payByCard(page);
    await page.getByText('Thank you for your Contribution!').waitFor();
    await page.getByText('Received, thank you. Your receipt is on its way by email.').waitFor();

    expect(visitor.problems).toEqual([]);
  });

  it('P94 WEB-11 WEB-92 WEB-93 WEB-94: the chat by keyboard and by ear: asked, announced once, reloaded, forgotten', async () => {
    // a shop that was just started: the chat reads the titles once the catalog answers
    const countItems = async () => {
      const reply = await apiCaller(here.shop.url)('POST', '/api/ai/concierge', {
        message: 'books about rain',
      });
      return (reply as { items: unknown[] }).items.length;
    };
    await expect.poll(countItems, { interval: 1_000 }).toBeGreaterThan(0);
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await pageOf(visitor);
    await page.goto(`${here.shop.url}/about`);
    const chat = await openByKeyboard(page);
    // the greeting is loaded with the panel
    await expect.poll(() => chat.log.textContent()).not.toBe('');
    const announced = await watchAnnouncements(page);
    expect(await chat.chips.allInnerTexts()).toEqual([
      'Something short to read tonight',
      'What is free to read?',
      'How does the run work?',
    ]);

    await page.keyboard.type('   ');
    await page.keyboard.press('Enter');
    expect(await messagesIn(chat.log)).toEqual([]);
    await chat.field.fill('');
    await sendMessage(page, chat, 'books about rain');
    await expectItems(chat);
    // the message and the whole reply: nothing is announced piece by piece
    expect(await announced()).toBe(2);
    await expect.poll(() => chat.chips.count()).toBe(3);
    expect(await audit(page)).toEqual([]);
    const run = await sendMessage(page, chat, 'How does the run work?');
    expect(run).toMatch(/₹300 and ₹5,000/);

    const before = await messagesIn(chat.log);
    await page.reload();
    // open as it was left, with the same words
    await expect.poll(() => messagesIn(chat.log)).toEqual(before);
    const id = await page.evaluate("localStorage.getItem('ai_conversation_id')");
    expect(await page.evaluate("localStorage.getItem('ai_open')")).toBe('1');

    await press(page, /^button Clear this chat/);
    await expect.poll(() => messagesIn(chat.log)).toEqual([]);
    await expect.poll(async () => (await fetch(`${here.shop.url}/api/ai/concierge/${id}`)).status).toBe(404);
    await page.keyboard.press('Escape');
    expect(await chat.panel.count()).toBe(0);
    expect(await focusedLabel(page)).toBe('Talk to Saathi');
    expect(visitor.problems).toEqual([]);
  });

  it('P94 CON-18 WEB-95: the chat survives a crisis, six scripts, 2,000 letters, a lost line, a timeout, garbage and a foreign id', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await pageOf(visitor);
    await page.goto(`${here.shop.url}/about`);
    const chat = await openByKeyboard(page);

    const crisis = await sendMessage(page, chat, 'I want to die');
    expect(crisis).toMatch(
      /^You matter\. If you are thinking of hurting yourself, please talk to someone now:\n.*14416/s,
    );
    expect(await chat.log.getByRole('listitem').count()).toBe(0);
    expect(await chat.chips.count()).toBe(0);
    const scripts = [
      ['मुझे बारिश की कहानी चाहिए', /\p{Script=Devanagari}/u],
      ['பயணம் பற்றிய கதை', /\p{Script=Tamil}/u],
      ['বৃষ্টির গল্প চাই', /\p{Script=Bengali}/u],
      ['محبت کی کہانی', /\p{Script=Arabic}/u],
      ['mujhe koi kahani chahiye', /[a-z]/],
    ] as const;
    for (const [message, script] of scripts) expect(await sendMessage(page, chat, message)).toMatch(script);
    await page.reload();
    await expect.poll(async () => (await messagesIn(chat.log)).length).toBe(2 * scripts.length);
    expect((await messagesIn(chat.log)).join()).not.toContain('I want to die');

    await chat.field.focus();
    await page.keyboard.insertText('b'.repeat(2_100));
    expect(await chat.field.inputValue()).toBe('b'.repeat(2_000));
    await chat.panel.getByText('2000 of 2000').waitFor();
    await chat.field.fill('');

    const failures = [
      {
        status: 504,
        contentType: 'application/json',
        body: '{"error":"late","code":"timeout","requestId":"x"}',
      },
      { status: 200, contentType: 'text/html', body: '<p>a page of a proxy</p>' },
      null,
    ];
    for (const failure of failures) {
      await page.route('**/api/ai/concierge', (route) => (failure ? route.fulfill(failure) : route.abort()));
      await chat.field.focus();
      await page.keyboard.type('books about the sea');
      await page.keyboard.press('Enter');
      await chat.alert.getByText('Network error while calling concierge.').waitFor();
      await page.unroute('**/api/ai/concierge');
      await chat.alert.getByRole('button', { name: 'Try again' }).press('Enter');
      await chat.alert.waitFor({ state: 'detached' });
      await expect.poll(() => chat.chips.count()).toBe(3);
    }

    await page.evaluate("localStorage.setItem('ai_conversation_id', 'somebody-elses')");
    await page.reload();
    await chatOn(page).panel.waitFor();
    expect(await messagesIn(chat.log)).toEqual([]);
    expect(await chat.alert.count()).toBe(0);
  });

  it('a contribution works by keyboard alone', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await pageOf(visitor);
    await page.goto(`${here.shop.url}/support`);
    await page.getByRole('button', { name: 'Contribute', exact: true }).waitFor();
    await press(page, /^button Contribute$/);
    await page.getByLabel('Name on the receipt').waitFor();
    await type(page, /^input Name on the receipt/, 'Asha');
    await type(page, /^input Email/, newUser().email);
    await press(page, /^button Contribute ₹500/);
    await page.getByRole('dialog', { name: 'Cashfree sandbox checkout' }).waitFor();
    await press(page, /^button Pay /);
    await page.getByText('Thank you for your Contribution!').waitFor();

    expect(visitor.problems).toEqual([]);
  });

  it('a password reset revokes sessions: an open page requires a new login', async () => {
    const person = newUser();
    await registerReader(here.shop.url, person);
    await using before = await openVisitor(here.browser, here.shop.url);
    const old = await pageOf(before);
    await signIn(old, here.shop.url, person);
    await old.goto(`${here.shop.url}/profile`);
    await old.getByRole('heading', { name: 'Profile', exact: true }).waitFor();

    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await pageOf(visitor);
    await page.goto(`${here.shop.url}/login`);
    await page.getByRole('link', { name: /Forgot/ }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.getByLabel('Email').fill(person.email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await page.goto(await findMailedLink(here.shop.url, person.email, '/reset-password'));
    await page.getByLabel('New password').fill('barish ke din 9');
    await page.getByLabel('Confirm password').fill('barish ke din 9');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('heading', { name: 'Password Reset!' }).waitFor();

    await old.waitForURL((url) => url.pathname === '/login');
    await signIn(page, here.shop.url, { email: person.email, password: 'barish ke din 9' });
    expect([...before.problems, ...visitor.problems]).toEqual([]);
  });

  it('writing and changing a review works by keyboard alone', async () => {
    const book = await bookOf(0);
    const person = newUser();
    await registerReader(here.shop.url, person);
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await pageOf(visitor);
    await signIn(page, here.shop.url, person);
    await page.goto(`${here.shop.url}/ebook/${book._id}`);
    await page.getByRole('button', { name: 'Post review' }).waitFor();
    await tabTo(page, /^input 1 star/);
    await page.keyboard.press('Space');
    for (let star = 1; star < 4; star += 1) await page.keyboard.press('ArrowRight');
    await type(page, /^textarea Comment/, 'It stayed with me.');
    await press(page, /^button Post review/);
    await page.getByText('Thank you for your review.').first().waitFor();
    await page.getByRole('button', { name: 'Update review' }).waitFor();

    await type(page, /^textarea Comment/, ' Twice.');
    await press(page, /^button Update review/);
    await page.getByText('Review updated.').first().waitFor();
    const { reviews } = (await apiCaller(here.shop.url)('GET', `/api/reviews/ebook/${book._id}`)) as {
      reviews: { rating: number; comment: string }[];
    };
    const own = { rating: 4, comment: expect.stringContaining('Twice.') };
    expect(reviews).toContainEqual(expect.objectContaining(own));
    expect(visitor.problems).toEqual([]);
  });

  it('account deletion works by keyboard alone', async () => {
    const person = newUser();
    await registerReader(here.shop.url, person);
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await pageOf(visitor);
    await signIn(page, here.shop.url, person);
    await page.goto(`${here.shop.url}/profile`);
    await page.getByRole('button', { name: 'Delete My Profile' }).waitFor();
    await press(page, /^button Delete My Profile/);
    await type(page, /^input Type delete/, 'delete');
    await type(page, /^input Current password/, person.password);
    await press(page, /^button Delete$/);
    await page.getByText('Profile deleted. Redirecting…').waitFor();
    await page.waitForURL((url) => url.pathname === '/');

    await expect(logIn(here.shop.url, person)).rejects.toThrow(/answers 40\d/);
    expect(visitor.problems).toEqual([]);
  });

  it('a refund by an admin removes the book from an open page by a live update', async () => {
    const book = await bookOf(1);
    const person = newUser();
    const { buy } = await registerReader(here.shop.url, person);
    const orderId = await buy(book._id);
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await pageOf(visitor);
    await signIn(page, here.shop.url, person);
    await page.goto(`${here.shop.url}/ebook/${book._id}`);
    await page.getByText('You own this eBook').waitFor();
    await markDocument(page);

    const editor = apiCaller(here.shop.url, await logIn(here.shop.url, EDITOR));
    await editor('POST', `/api/admin/orders/${orderId}/refund`, { reason: 'Bought by mistake' });

    await page.getByRole('button', { name: 'Buy eBook' }).first().waitFor();
    expect(await page.getByText('You own this eBook').count()).toBe(0);
    expect(await isSameDocument(page)).toBe(true);
    await page.goto(`${here.shop.url}/read/${book._id}`);
    await page.getByRole('heading', { name: 'Purchase required' }).waitFor();
    expect(visitor.problems).toEqual([]);
  });
});
