import { createClient, identityApi } from '@satrangi/contracts';
import type { Browser, Page } from 'playwright-core';
import type { Fixture } from '../fixture.ts';
import { type Measured, quantile } from '../metric.ts';
import { openChromium } from '../slow-phone.ts';

const ROWS = 100;
const STEPS = 60;
const KEY_EVERY_MS = 120;
const TIMEOUT_MS = 60_000;
/** Promise of the back office. */
const LIMIT_MS = 100;

/**
 * Runs in the page before its own scripts: the time from each keydown until the frame after it has been painted. The
 * message that the frame's callback posts is handled after the paint.
 */
const observeKeys = `
  globalThis.keyTimes = [];
  addEventListener('keydown', ({ timeStamp }) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => keyTimes.push(performance.now() - timeStamp);
      port2.postMessage(0);
    });
  }, { capture: true });
`;

const openAdmin = async (browser: Browser, { url, api, adminToken }: Fixture): Promise<Page> => {
  const profile = await createClient(identityApi, { baseUrl: api, token: () => adminToken }).getProfile();
  const userId = '_id' in profile ? String(profile._id) : '';
  const localStorage = Object.entries({ token: adminToken, userId }).map(([name, value]) => ({
    name,
    value,
  }));
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  await context.addInitScript(observeKeys);
  return context.newPage();
};

/** Times of the keys that `press` presses, in ms. */
const timesOf = async (page: Page, press: () => Promise<void>): Promise<readonly number[]> => {
  await page.evaluate('keyTimes.length = 0');
  await press();
  await page.waitForTimeout(KEY_EVERY_MS);
  return page.evaluate<number[]>('keyTimes');
};

const pressEach = async (page: Page, keys: readonly string[]): Promise<void> => {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(KEY_EVERY_MS);
  }
};

/**
 * The back office in Chromium on a list of 100 rows: from a keydown until the next paint. `key-rows` are J and K,
 * `key-select` X, `key-search` letters in the search while its answers replace the rows. A time above 100 ms is no error: the
 * machine may be busy.
 */
export const keyToPaint = async (fixture: Fixture, note: (text: string) => void): Promise<Measured[]> => {
  const browser = await openChromium();
  if (!browser) {
    note('no Chromium on this machine: keys are not measured');
    return [];
  }
  try {
    const page = await openAdmin(browser, fixture);
    await page.goto(`${fixture.url}/admin?tab=media&size=${ROWS}`, { timeout: TIMEOUT_MS });
    await page.locator(`[data-row] >> nth=${ROWS - 1}`).waitFor({ timeout: TIMEOUT_MS });
    await page.waitForLoadState('load');
    // the first key also loads and compiles what the others use
    await pressEach(page, ['j', 'k', 'x', 'x']);
    const repeated = (key: string, times: number): readonly string[] =>
      Array.from({ length: times }, () => key);
    const runs = {
      'key-rows': () => pressEach(page, [...repeated('j', STEPS), ...repeated('k', STEPS)]),
      'key-select': () => pressEach(page, repeated('x', STEPS)),
      'key-search': async () => {
        await page.getByRole('searchbox').first().focus();
        await pressEach(page, [...'a night on the last train to the sea']);
      },
    } as const;
    const measured: Measured[] = [];
    for (const [metric, press] of Object.entries(runs)) {
      const times = await timesOf(page, press);
      const at = (share: number): number => Number(quantile(times, share).toFixed(1));
      note(
        `${metric}: ${times.length} keys on ${ROWS} rows, p95 ${at(0.95)} ms, above ${LIMIT_MS} ms: ${times.filter((ms) => ms > LIMIT_MS).length}`,
      );
      const isMeasured = times.length > 0;
      measured.push({
        metric,
        rps: null,
        p50: isMeasured ? at(0.5) : null,
        p99: isMeasured ? at(0.99) : null,
        cpuUs: null,
        rssMB: null,
        errors: isMeasured ? 0 : 1,
      });
    }
    return measured;
  } finally {
    await browser.close();
  }
};
