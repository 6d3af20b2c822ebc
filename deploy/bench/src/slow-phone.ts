import { existsSync } from 'node:fs';
import type { PerformanceEntry } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';

const places = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** @returns null without an installed Chromium */
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
/** A new window loads internal pages of the browser first. */
const WINDOW_MS = 2_000;

/** Timings that the page reports when it is idle. */
export type PageTimings = {
  readonly lcpMs: number;
  readonly interactionsMs: readonly number[];
};

/** Runs in the page before its own scripts: records the largest paint and the duration of interactions. */
const observeTimings = (): void => {
  const timings = { lcpMs: 0, interactionsMs: [] as number[] };
  Object.assign(globalThis, { timings });
  const on = (type: string, handle: (entry: PerformanceEntry) => void, more: object = {}): void =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) handle(entry);
      // Node's types lack the entry types and options of browsers.
    }).observe({ type, buffered: true, ...more } as never);
  on('largest-contentful-paint', (entry) => {
    timings.lcpMs = entry.startTime;
  });
  on(
    'event',
    (entry) => {
      if ('interactionId' in entry && Number(entry.interactionId) > 0)
        timings.interactionsMs.push(entry.duration);
    },
    { durationThreshold: 16 },
  );
};

export type SlowPhone = {
  readonly page: Page;
  readonly timings: () => Promise<PageTimings>;
  /** Script time of the page so far, with CPU throttling. */
  readonly scriptMs: () => Promise<number>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** Emulates a phone: 360 px, cold cache, 1.6 Mbit/s, 150 ms latency, CPU four times slower. */
export const openSlowPhone = async (browser: Browser): Promise<SlowPhone> => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'en-IN',
  });
  await context.addInitScript(observeTimings);
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
    timings: () => page.evaluate<PageTimings>('timings'),
    scriptMs: async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000;
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
};
