import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { COMPILE_CACHE } from './deploy/faults/src/infra/compile-cache-folder.ts';
import { mutationPlugin } from './deploy/faults/src/mutations/vite-plugin.ts';
import { leftOut } from './deploy/tools/slow-tests.ts';

/**
 * Projects of one group use the same number: they share one queue, so that no core is idle before its last file, and Vitest
 * refuses different numbers. One more than cores, because browsers and servers of tests wait; more than four workers need more memory than
 * they save time.
 */
const WORKERS = Math.min(Math.max(availableParallelism() + 1, 3), 4);

/** Integration tests wait for half of their time: for processes that start, for timeouts, for retries. */
const WAITING_WORKERS = Math.max(WORKERS, 4);
/** Runs after the integration tests; the other projects share one queue. */
const SECOND = { groupOrder: 1 } as const;

/** What a test waits for comes later on a busy machine; the wait ends with the condition. */
const WAITS = { poll: { timeout: 30_000 } } as const;

/** Files of a worker share its modules: loading them is most of the CPU time of a short file. */
const SHARED = {
  expect: WAITS,
  isolate: false,
  unstubEnvs: true,
  restoreMocks: true,
  maxWorkers: WORKERS,
  sequence: SECOND,
} as const;

/** Packages that keep what a component test stubs or registers. */
const EVALUATED_FOR_EACH_FILE: RegExp[] = [
  /@stripe\/stripe-js/,
  /@cashfreepayments/,
  /node_modules\/quill\//,
];

/**
 * Component tests. Files of a worker share its window and its packages, whose loading was half of the CPU time; the modules
 * of the pages are evaluated for each file, and setup.ts restores the window.
 */
const PAGES = {
  expect: WAITS,
  environment: 'jsdom',
  pool: 'threads',
  isolate: false,
  maxWorkers: WORKERS,
  sequence: SECOND,
  testTimeout: 30_000,
  hookTimeout: 30_000,
  root: '.',
  setupFiles: 'web/src/testing/setup.ts',
  server: { deps: { inline: EVALUATED_FOR_EACH_FILE } },
} as const;

/** Processes that tests start load modules from this cache in two thirds of the time. */
const compileCache = { NODE_COMPILE_CACHE: COMPILE_CACHE };

/** The headless shell first: the same engine without the window and its compositor, two thirds of the CPU time. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const browser = [process.env.CHROMIUM ?? '', ...BROWSERS.map((name) => `/usr/bin/${name}`)].find(
  (file) => file !== '' && existsSync(file),
);
/** Tests in Chromium are skipped without it. */
const chromium = browser === undefined ? {} : { CHROMIUM: browser };

const exclude = ['**/node_modules/**', '**/dist/**', ...leftOut(process.argv.slice(2), process.env)];

/** Test kinds are file names: see CONTRIBUTING.md. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          ...SHARED,
          environment: 'node',
          testTimeout: 30_000,
          include: [
            '{contracts,gateway,services,deploy}/**/src/**/*.test.ts',
            '{web,admin-web}/**/*.test.ts',
          ],
          exclude,
        },
      },
      {
        plugins: [mutationPlugin()],
        test: {
          name: 'int',
          ...SHARED,
          maxWorkers: WAITING_WORKERS,
          sequence: { groupOrder: 0 },
          env: { ...compileCache, ...chromium },
          globalSetup: 'deploy/faults/src/infra/warm-tests.ts',
          environment: 'node',
          include: ['{gateway,services,deploy}/**/test/**/*.int.test.ts'],
          exclude,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: './web/vite.config.ts',
        plugins: [mutationPlugin()],
        test: {
          name: 'web',
          ...PAGES,
          include: ['web/**/*.test.tsx'],
          exclude,
        },
      },
      {
        extends: './admin-web/vite.config.ts',
        test: {
          name: 'admin-web',
          ...PAGES,
          include: ['admin-web/**/*.test.tsx'],
          exclude,
        },
      },
      {
        test: {
          name: 'e2e',
          ...SHARED,
          env: { ...compileCache, ...chromium },
          environment: 'node',
          globalSetup: 'deploy/e2e/test/support/run-folder.ts',
          include: ['deploy/e2e/**/*.e2e.test.ts'],
          exclude,
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
