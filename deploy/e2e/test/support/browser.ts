import { mkdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { onTestFailed } from 'vitest';

const screens = fileURLToPath(new URL('../../../../.cache/screens/', import.meta.url));

/** Path of Chromium; undefined when it is not installed. */
export const chromiumPath = process.env.CHROMIUM;

/** What tests do with a browser. */
export type OpenedBrowser = Pick<Browser, 'newContext' | 'newPage'>;

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(chromiumPath ? { executablePath: chromiumPath } : {}),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  });

/** A browser context. `problems` collects requests to other hosts and console errors; it must stay empty. */
export type Visitor = {
  readonly context: BrowserContext;
  readonly newPage: () => Promise<Page>;
  readonly problems: string[];
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** The console reports every status above 399; the ones that a page expects are ignored. */
const isExpected = (text: string): boolean => /^Failed to load resource: .* status of 4\d\d/.test(text);

/** Characters of a page that a failed test reports. */
const REPORTED = 500;
/** The innermost part of a page that covers the others. */
const SHOWN = `(document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body).innerText`;

const seenOn = async (page: Page): Promise<string> => {
  const text = page.evaluate<string>(SHOWN).catch((error: unknown) => String(error));
  const late = new Promise<string>((resolve) => setTimeout(resolve, 1_000, 'no answer'));
  return `${new URL(page.url()).pathname}: ${(await Promise.race([text, late])).replace(/\s+/g, ' ').slice(0, REPORTED)}`;
};

/** Adds to the error of a test that fails what its pages showed when they were closed: below its first line, because reports cut long ones. */
const reportWhenFailed = (linesOf: () => readonly string[]): void => {
  try {
    onTestFailed(({ task }) => {
      const [error] = task.result?.errors ?? [];
      if (!error) return;
      const { message, stack = message } = error;
      const [first = '', ...rest] = message.split('\n');
      error.message = [first, ...linesOf(), ...rest].join('\n');
      error.stack = stack.replace(message, () => error.message);
    });
  } catch {
    // opened before the tests, for several of them
  }
};

export const openVisitor = async (
  browser: OpenedBrowser,
  home: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-IN',
    ...options,
  });
  const problems: string[] = [];
  let shown: readonly string[] = [];
  reportWhenFailed(() => [...problems, ...shown]);
  const { host } = new URL(home);
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:|^wss?:/.test(url.protocol) && url.host !== host)
      problems.push(`asked ${url.host} for ${url.pathname}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text()))
      problems.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => problems.push(`threw: ${error.error().message}`));
  context.on('response', (response) => {
    if (response.status() >= 500)
      problems.push(`${response.status()} from ${new URL(response.url()).pathname}`);
  });
  return {
    context,
    newPage: () => context.newPage(),
    problems,
    [Symbol.asyncDispose]: async () => {
      shown = await Promise.all(context.pages().map(seenOn));
      await context.close();
    },
  };
};

/** Logs in by the form. */
export const signIn = async (
  page: Page,
  home: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> => {
  await page.goto(`${home}/login`);
  await page.getByLabel('Phone number or email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
};

/** Ends the connection, also for files that the browser has kept by chance from the pages before. */
export const goOffline = async (page: Page): Promise<void> => {
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await page.context().setOffline(true);
};

/** Screenshots for manual review are a quarter of the CPU time of an audit, and no test reads them. */
const isReviewed = process.env.SCREENS === 'all';

/** Saves a screenshot for manual review, with `SCREENS=all`. */
export const saveForReview = async (page: Page, name: string): Promise<void> => {
  if (isReviewed) await saveScreenshot(page, name);
};

/** Saves a screenshot of a state that is not as it should be. */
export const saveScreenshot = async (page: Page, name: string): Promise<void> => {
  mkdirSync(screens, { recursive: true });
  await page.screenshot({ path: path.join(screens, `${name}.png`), fullPage: false, animations: 'disabled' });
};
