import { setTimeout as sleep } from 'node:timers/promises';
import { catalogApi, createClient } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { type Measured, median, quantile } from '../metric.ts';
import { openChromium, openSlowPhone, type SlowPhone } from '../slow-phone.ts';

const VISITS = 3;
const IDLE_MS = 2_000;
const AFTER_TOUCH_MS = 800;
const TIMEOUT_MS = 60_000;

/** A title of each kind that is visited. */
type Ids = { readonly book: string; readonly film: string };

type Visit = {
  readonly name: string;
  readonly path: (ids: Ids) => string;
  /** Interactions that are timed. */
  readonly interact?: (page: Page) => Promise<void>;
};

const pause = (): Promise<void> => sleep(AFTER_TOUCH_MS);

const visits: readonly Visit[] = [
  {
    name: 'home',
    path: () => '/',
    interact: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).tap();
      await pause();
      await page.keyboard.press('Escape');
      await pause();
    },
  },
  {
    name: 'ebooks',
    path: () => '/e-books',
    interact: async (page) => {
      await page.getByRole('searchbox').first().tap();
      await page.keyboard.type('ra', { delay: 120 });
      await pause();
    },
  },
  {
    name: 'ebook',
    path: ({ book }) => `/ebook/${book}`,
    interact: async (page) => {
      await page.getByRole('button', { name: 'Next page' }).first().tap();
      await pause();
    },
  },
  { name: 'library', path: () => '/digital-library' },
  { name: 'film', path: ({ film }) => `/short-film/${film}` },
  { name: 'support', path: () => '/support' },
  { name: 'login', path: () => '/login' },
];

/** @returns the script time when no more scripts ran for `IDLE_MS` */
const waitUntilIdle = async (phone: SlowPhone): Promise<number> => {
  for (let before = -1; ; ) {
    const now = await phone.scriptMs();
    if (now - before < 1) return now;
    before = now;
    await sleep(IDLE_MS);
  }
};

const whole = (value: number): number => Math.round(value);

const visit = async (phone: SlowPhone, url: string, interact: Visit['interact']) => {
  await phone.page.goto(url, { waitUntil: 'load', timeout: TIMEOUT_MS });
  const scriptMs = await waitUntilIdle(phone);
  // afterwards, because a locator runs code in the page, too
  await phone.page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: TIMEOUT_MS });
  const { lcpMs } = await phone.timings();
  await interact?.(phone.page);
  const { interactionsMs } = await phone.timings();
  // no entry means faster than the browser reports
  return { lcpMs, scriptMs, touchMs: Math.max(0, ...interactionsMs) };
};

/**
 * Page performance on a slow phone: largest contentful paint (`lcp`), script time until the page is idle (`script`),
 * slowest interaction (`inp`). Milliseconds: p50 is the median visit, p99 the worst.
 */
export const pages = async (url: string, note: (connection: string) => void): Promise<Measured[]> => {
  const browser = await openChromium();
  if (!browser) {
    note('no Chromium on this machine: pages are not measured');
    return [];
  }
  try {
    const catalog = createClient(catalogApi, { baseUrl: `${url}/api` });
    const [books, films] = await Promise.all([
      catalog.listEbooks({ query: { limit: 1 } }),
      catalog.listShortFilms({ query: { limit: 1 } }),
    ]);
    const ids: Ids = { book: books.items[0]?._id ?? '', film: films.items[0]?._id ?? '' };
    const measured: Measured[] = [];
    for (const { name, path, interact } of visits) {
      const views: Awaited<ReturnType<typeof visit>>[] = [];
      for (let n = 0; n < VISITS; n += 1) {
        await using phone = await openSlowPhone(browser);
        views.push(await visit(phone, `${url}${path(ids)}`, interact));
      }
      const add = (what: string, times: readonly number[]): void => {
        const p50 = whole(median(times));
        const p99 = whole(quantile(times, 1));
        measured.push({
          metric: `${what}-${name}`,
          rps: null,
          p50,
          p99,
          cpuUs: null,
          rssMB: null,
          errors: 0,
        });
      };
      add(
        'lcp',
        views.map(({ lcpMs }) => lcpMs),
      );
      add(
        'script',
        views.map(({ scriptMs }) => scriptMs),
      );
      if (interact)
        add(
          'inp',
          views.map(({ touchMs }) => touchMs),
        );
    }
    return measured;
  } finally {
    await browser.close();
  }
};
