import { existsSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';

const places = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Null when this machine has no Chromium. */
export const openChromium = async (): Promise<Browser | null> => {
  const executablePath = places.find((place) => place !== '' && existsSync(place));
  return executablePath
    ? chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
    : null;
};

const BITS_PER_SECOND = 1_600_000;
const UP_BITS_PER_SECOND = 750_000;
const LATENCY_MS = 150;
const TIMES_SLOWER = 4;
/** A new window starts pages of the browser's own, which are not the shop's to wait for. */
const WINDOW_MS = 2_000;

/** What a page tells of itself once it stands still. */
export type Seen = {
  readonly lcpMs: number;
  readonly interactionsMs: readonly number[];
};

/** Runs in the page before anything else; a browser observes more than the types of Node know, hence `never`. */
const watch = (): void => {
  const seen = { lcpMs: 0, interactionsMs: [] as number[] };
  Object.assign(globalThis, { seen });
  const on = (type: string, take: (entry: never) => void, more: object = {}): void =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as never);
    }).observe({ type, buffered: true, ...more } as never);
  on('largest-contentful-paint', (entry: { startTime: number }) => {
    seen.lcpMs = entry.startTime;
  });
  on(
    'event',
    (entry: { interactionId: number; duration: number }) => {
      if (entry.interactionId > 0) seen.interactionsMs.push(entry.duration);
    },
    { durationThreshold: 16 },
  );
};

export type SlowPhone = {
  readonly page: Page;
  readonly seen: () => Promise<Seen>;
  /** Time the page has spent in its own code so far, on this slowed processor. */
  readonly scriptMs: () => Promise<number>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** A phone of 360 px with a cold cache, on 1.6 Mbit/s, 150 ms away, four times slower than this machine. */
export const takeSlowPhone = async (browser: Browser): Promise<SlowPhone> => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'en-IN',
  });
  await context.addInitScript(watch);
  const page = await context.newPage();
  await sleep(WINDOW_MS);
  const session: CDPSession = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BITS_PER_SECOND / 8,
    uploadThroughput: UP_BITS_PER_SECOND / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
  return {
    page,
    seen: () => page.evaluate<Seen>('seen'),
    scriptMs: async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000;
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
};
