import { setTimeout as sleep } from 'node:timers/promises';
import { catalogApi, createClient } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { type Measured, median, quantile } from '../metric.ts';
import { openChromium, type SlowPhone, takeSlowPhone } from '../slow-phone.ts';

const VISITS = 3;
const STILL_MS = 2_000;
const AFTER_TOUCH_MS = 800;
const PATIENCE_MS = 60_000;

/** A title of each kind that is visited. */
type Ids = { readonly book: string; readonly film: string };

type Visit = {
  readonly name: string;
  readonly path: (ids: Ids) => string;
  /** Touches whose answer is timed. */
  readonly touch?: (page: Page) => Promise<void>;
};

const pause = (): Promise<void> => sleep(AFTER_TOUCH_MS);

const visits: readonly Visit[] = [
  {
    name: 'home',
    path: () => '/',
    touch: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).tap();
      await pause();
      await page.keyboard.press('Escape');
      await pause();
    },
  },
  {
    name: 'ebooks',
    path: () => '/e-books',
    touch: async (page) => {
      await page.getByRole('searchbox').first().tap();
      await page.keyboard.type('ra', { delay: 120 });
      await pause();
    },
  },
  {
    name: 'ebook',
    path: ({ book }) => `/ebook/${book}`,
    touch: async (page) => {
      await page.getByRole('button', { name: 'Next page' }).first().tap();
      await pause();
    },
  },
  { name: 'library', path: () => '/digital-library' },
  { name: 'film', path: ({ film }) => `/short-film/${film}` },
  { name: 'support', path: () => '/support' },
  { name: 'login', path: () => '/login' },
];

/** @returns the code run until nothing more ran for `STILL_MS` */
const untilStill = async (phone: SlowPhone): Promise<number> => {
  for (let before = -1; ; ) {
    const now = await phone.scriptMs();
    if (now - before < 1) return now;
    before = now;
    await sleep(STILL_MS);
  }
};

const whole = (value: number): number => Math.round(value);

const look = async (phone: SlowPhone, url: string, touch: Visit['touch']) => {
  await phone.page.goto(url, { waitUntil: 'load', timeout: PATIENCE_MS });
  const scriptMs = await untilStill(phone);
  // looked for afterwards: looking is code in the page, too
  await phone.page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: PATIENCE_MS });
  const { lcpMs } = await phone.seen();
  await touch?.(phone.page);
  const { interactionsMs } = await phone.seen();
  // no entry at all means quicker than the browser reports
  return { lcpMs, scriptMs, touchMs: Math.max(0, ...interactionsMs) };
};

/**
 * What a reader on a slow phone waits for: the largest thing on the first view (`lcp`), code run until the page
 * stands still (`script`), the slowest answer to a touch (`inp`). Milliseconds: p50 the middle visit, p99 the worst.
 */
export const pages = async (url: string, note: (line: string) => void): Promise<Measured[]> => {
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
    for (const { name, path, touch } of visits) {
      const looks: Awaited<ReturnType<typeof look>>[] = [];
      for (let n = 0; n < VISITS; n += 1) {
        await using phone = await takeSlowPhone(browser);
        looks.push(await look(phone, `${url}${path(ids)}`, touch));
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
        looks.map(({ lcpMs }) => lcpMs),
      );
      add(
        'script',
        looks.map(({ scriptMs }) => scriptMs),
      );
      if (touch)
        add(
          'inp',
          looks.map(({ touchMs }) => touchMs),
        );
    }
    return measured;
  } finally {
    await browser.close();
  }
};
