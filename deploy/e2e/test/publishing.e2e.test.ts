import { createClient, identityApi, publishingApi } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { startBreakingProxy } from './support/breaking-proxy.ts';
import { chromiumPath, openVisitor, saveForReview } from './support/browser.ts';
import { press, type as typeInto } from './support/keyboard.ts';
import { LOOKS } from './support/looks.ts';
import { findMailedLink } from './support/mails.ts';
import { EDITOR, startShop } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';

const MB = 1024 * 1024;
/** The driver sends the bytes of a file to the browser as text. */
const LARGE_FILE_MS = 90_000;
const LINK = 'https://drive.google.com/file/d/e2e/view';
const RECEIVED = 'Submission received. We will review your work and get back to you soon!';

/** A PDF of exactly these bytes. */
const pdfOf = (bytes: number): Buffer => {
  const head = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n');
  const end = Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n');
  return Buffer.concat([head, Buffer.alloc(bytes - head.length - end.length, ' '), end]);
};
const pdf = (name: string, bytes: number) => ({ name, mimeType: 'application/pdf', buffer: pdfOf(bytes) });

let authors = 0;
const newAddress = (): string => {
  authors += 1;
  return `author-${process.pid}-${authors}@reader.example`;
};

const openForm = async (page: Page, home: string): Promise<void> => {
  await page.goto(`${home}/publishing`);
  await page.getByRole('form', { name: 'Submission' }).waitFor();
};

/** Fills in everything but file and link. @returns the email */
const fillForm = async (page: Page, title: string): Promise<string> => {
  const email = newAddress();
  await page.getByLabel('Name', { exact: true }).fill('Zoya');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Title of your work').fill(title);
  await page.getByLabel('What is it?').selectOption('oral-history');
  await page.getByLabel('Description').fill('Nine hours on the road, and two seats.');
  return email;
};
const uploadBar = (page: Page): Promise<number> =>
  page
    .getByRole('progressbar')
    .getAttribute('aria-valuenow')
    .then((value) => Number(value));

describe.skipIf(!chromiumPath)('the pages of authors in Chromium', () => {
  const { shop, browser } = useShopInChromium(() =>
    startShop({ SEED: 'off', UPLOADS_PER_HOUR: '1000', SUBMISSIONS_PER_HOUR: '1000' }),
  );
  const publishing = () => createClient(publishingApi, { baseUrl: `${shop.url}/api` });

  it.each([360, 1280])(
    'a work is sent, followed and withdrawn by keyboard only at %i px (WEB-15, WEB-90, WEB-110, PUB-10, PUB-21, P67)',
    async (width) => {
      await using visitor = await openVisitor(browser, shop.url, { viewport: { width, height: 900 } });
      const page = await visitor.newPage();
      await page.goto(shop.url);
      await page.getByRole('banner').waitFor();
      if (width < 800) {
        await press(page, /^button Menu$/);
        await page.getByRole('dialog', { name: 'Menu' }).waitFor();
      }
      await press(page, /^a Publishing$/);
      await page.waitForURL(`${shop.url}/publishing`);
      await page.getByRole('form', { name: 'Submission' }).waitFor();
      // early, because the browser needs a moment to hand the chooser over
      const chooser = page.waitForEvent('filechooser');
      await press(page, /^button Submit your work/);
      const email = newAddress();
      await typeInto(page, /^input Name/, 'Zoya');
      await typeInto(page, /^input Email/, email);
      await typeInto(page, /^input Title/, 'रात की बस');
      await typeInto(page, /^select What/, 'Magazine');
      await typeInto(page, /^textarea Description/, 'Too short');
      await page.getByText('Description must be at least 10 characters (9/10)').waitFor();
      await page.keyboard.type(', now long enough.');
      await press(page, /^button Choose a file/);
      await (await chooser).setFiles(pdf('story.pdf', 2_000));
      await page.getByText('Upload complete! ✓').waitFor();
      await press(page, /^button Submit$/);
      const heading = page.getByRole('heading', { name: RECEIVED });
      await heading.waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toBe(RECEIVED);
      await press(page, /^a See where it stands/);

      await page.getByRole('heading', { level: 2, name: 'रात की बस' }).waitFor();
      expect(page.url()).toBe(`${shop.url}/publishing/status`);
      expect(await page.title()).toMatch(/^What you sent us/);
      await press(page, /^button Withdraw/);
      await typeInto(page, /^input Type 'withdraw'/, 'withdraw');
      await press(page, /^button Withdraw/);
      await page.getByText('Your submission is withdrawn.').waitFor();
      await press(page, /^a Check it/);
      await page.waitForURL(`${shop.url}/publishing/verify`);
      await press(page, /^button Check/);
      await page.getByRole('heading', { name: 'We signed this receipt.' }).waitFor();

      const mailed = await findMailedLink(shop.url, email, '/publishing/status', '#t=');
      await page.goto('about:blank');
      await page.goto(mailed);
      await page.getByText('Your submission is withdrawn.').waitFor();
      expect(visitor.problems).toEqual([]);
      expect(shop.output()).not.toContain(new URL(mailed).hash.slice(3));
    },
  );

  it('an upload over a broken connection goes on where it stopped, and is complete only with the answer (WEB-88, P64, BEY-10)', async () => {
    await using proxy = await startBreakingProxy(shop.url);
    await using visitor = await openVisitor(browser, proxy.url);
    const page = await visitor.newPage();
    await openForm(page, proxy.url);
    await fillForm(page, 'Night Bus');
    const bytes = 24 * MB;
    const before = proxy.received();
    proxy.holdAfter(11 * MB);
    const file = pdf('night-bus.pdf', bytes);
    await page.getByLabel('Your file').setInputFiles(file);
    await page.getByText('Uploading to Drive...').waitFor();
    await expect.poll(() => proxy.received() - before).toBeGreaterThan(11 * MB);
    await expect.poll(() => uploadBar(page)).toBeGreaterThan(30);
    expect(await uploadBar(page)).toBeLessThan(90);
    await saveForReview(page, 'publishing-uploading-1280-light');
    proxy.breakOff();
    await page.getByText('The connection is lost. The upload goes on by itself.').waitFor();
    await saveForReview(page, 'publishing-connection-lost-1280-light');
    proxy.mend();
    await page.getByText('Upload complete! ✓').waitFor();
    // at most one part of 4 MB and what the system kept in its buffers was sent twice
    expect(proxy.received() - before).toBeLessThan(bytes + 9 * MB);
    expect(await page.getByLabel('Title of your work').inputValue()).toBe('Night Bus');

    await page.reload();
    await page.getByText('We kept what you typed in this tab.').waitFor();
    await page.getByText('night-bus.pdf').waitFor();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByRole('heading', { name: RECEIVED }).waitFor();
    const receipt = page.getByRole('region', { name: 'Your receipt' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      receipt.getByRole('button', { name: 'Save it' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^SUB-\w+-custody\.json$/);
    await page.goto(`${proxy.url}/publishing/verify`);
    await page.getByLabel('Receipt file').setInputFiles(await download.path());
    await page.getByLabel('Your file (optional)').setInputFiles(file, { timeout: LARGE_FILE_MS });
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('heading', { name: 'We signed this receipt, for exactly this file.' }).waitFor();
    const changed = Buffer.from(file.buffer);
    changed[100] = 65;
    await page
      .getByLabel('Your file (optional)')
      .setInputFiles({ ...file, buffer: changed }, { timeout: LARGE_FILE_MS });
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('heading', { name: 'We signed this receipt, for another file.' }).waitFor();
    expect(visitor.problems.filter((problem) => !/ERR_/.test(problem))).toEqual([]);
  });

  it('a refused file keeps the form, in the exact words before and after sending; Cancel ends an upload (PUB-07, WEB-88)', async () => {
    await using proxy = await startBreakingProxy(shop.url);
    await using visitor = await openVisitor(browser, proxy.url);
    const page = await visitor.newPage();
    await openForm(page, proxy.url);
    await fillForm(page, 'A program');
    const refused = page.getByText('Invalid file type. Please upload PDF, DOC, DOCX, EPUB, or ZIP files.');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/publishing/')) sent.push(request.method());
    });
    await page
      .getByLabel('Your file')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a story') });
    await refused.waitFor();
    expect(sent).toEqual([]);
    await page
      .getByLabel('Your file')
      .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ a program') });
    await expect.poll(() => sent.length).toBe(1);
    await refused.waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();

    proxy.holdAfter(3 * MB);
    await page.getByLabel('Your file').setInputFiles(pdf('held.pdf', 9 * MB));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    proxy.mend();
    expect(await page.getByLabel('Title of your work').inputValue()).toBe('A program');
  });

  it('the private page follows the editors, and has no trace of the token (PUB-20, PUB-21, PUB-22)', async () => {
    const { statusUrl } = await publishing().submit({
      body: {
        name: 'Noor',
        email: newAddress(),
        title: 'The Lift',
        description: 'Two people between two floors.',
        media: 'ebook',
        driveLink: LINK,
      },
    });
    const { token } = await createClient(identityApi, { baseUrl: `${shop.url}/api` }).login({ body: EDITOR });
    const admin = createClient(publishingApi, { baseUrl: `${shop.url}/api`, token: () => token });
    const { results } = await admin.listSubmissions({ query: { search: 'The Lift' } });
    const id = results[0]?._id ?? '';
    await admin.changeSubmission({ params: { id }, body: { status: 'in-review', note: 'A private note' } });
    await using visitor = await openVisitor(browser, shop.url);
    const page = await visitor.newPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(`${request.url()} ${request.headers().referer ?? ''}`));
    await page.goto(statusUrl);
    await page.getByText('A person is reading it.').waitFor();

    expect(page.url()).toBe(`${shop.url}/publishing/status`);
    expect(requested.slice(1).join('\n')).not.toContain('#t=');
    expect(await page.content()).not.toContain('A private note');
    await admin.changeSubmission({ params: { id }, body: { status: 'accepted' } });
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByLabel("Type 'withdraw' to confirm").fill('withdraw');
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText(/We would like to publish it/).waitFor();
    const answer = await fetch(`${shop.url}/publishing/status`);
    expect(
      ['cache-control', 'x-robots-tag', 'referrer-policy'].map((name) => answer.headers.get(name)),
    ).toEqual(['no-store', 'noindex', 'no-referrer']);
  });

  it.each(LOOKS)(
    'has no axe violation at $width px, $colorScheme (WEB-110)',
    async ({ width, colorScheme, rules }) => {
      await using visitor = await openVisitor(browser, shop.url, {
        viewport: { width, height: 900 },
        colorScheme,
      });
      const page = await visitor.newPage();
      const audit = async (name: string): Promise<void> => {
        await saveForReview(page, `${name}-${width}-${colorScheme}`);
        expect(await axeViolations(page, rules), name).toEqual([]);
        expect(
          await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
          name,
        ).toBeLessThanOrEqual(0);
      };
      await openForm(page, shop.url);
      await page.getByText('No books available or server offline.').waitFor();
      await audit('publishing');
      await page.getByRole('button', { name: 'Submit', exact: true }).click();
      await page.getByText('Please enter the title of your work.').waitFor();
      await audit('publishing-errors');
      await page.getByLabel('Your file').setInputFiles(pdf('a-long-name-of-a-manuscript.pdf', 3 * MB));
      await page.getByRole('button', { name: /^Remove/ }).waitFor();
      await fillForm(page, 'Forty letters, tied with a blouse string');
      await audit('publishing-uploaded');
      await page.getByRole('button', { name: 'Submit', exact: true }).click();
      await page.getByRole('heading', { name: RECEIVED }).waitFor();
      await audit('publishing-sent');
      await page.getByRole('link', { name: 'See where it stands' }).click();
      await page.getByRole('list', { name: 'Where it stands' }).waitFor();
      await audit('publishing-status');
      await page.getByRole('button', { name: 'Withdraw' }).click();
      await page.getByRole('dialog').waitFor();
      await audit('publishing-withdraw');
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Check it' }).click();
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByRole('heading', { name: 'We signed this receipt.' }).waitFor();
      await audit('publishing-verify');
      await page.goto(`${shop.url}/publishing/status#t=unknown.token`);
      await page.getByRole('heading', { name: 'This link is over.' }).waitFor();
      await audit('publishing-status-over');
      expect(visitor.problems).toEqual([]);
    },
  );
});
