import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { root, run } from '../docker.ts';
import type { Report } from '../report.ts';
import type { Stack } from '../stack.ts';

const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const TESTS = ['a visitor reads a sample', 'registers, pays by Cashfree', 'pays in dollars by Stripe'];

type Results = {
  readonly numPassedTests?: number;
  readonly testResults?: readonly {
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[];
  }[];
};

/** Buys, unlocks and reads in Chromium, with the end-to-end tests of `npm start`, at the gateway of the containers. */
export const checkBrowser = async ({ url }: Stack, report: Report): Promise<void> => {
  const files = [process.env.CHROMIUM ?? '', ...BROWSERS.map((name) => `/usr/bin/${name}`)];
  if (!files.some((file) => file !== '' && existsSync(file)))
    return report.skip('buying and reading in Chromium', 'there is no Chromium (CHROMIUM)');
  const file = 'deploy/e2e/test/buy.e2e.test.ts';
  const dir = mkdtempSync(path.join(tmpdir(), 'satrangi-browser-'));
  const output = path.join(dir, 'tests.json');
  const args = [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'e2e',
    file,
    '-t',
    TESTS.join('|'),
  ];
  const { code, stderr } = await run(
    process.execPath,
    [...args, '--reporter', 'json', '--outputFile', output],
    {
      env: { SHOP_URL: url },
    },
  );
  const text = existsSync(output) ? readFileSync(output, 'utf8') : '{}';
  rmSync(dir, { recursive: true, force: true });
  const { numPassedTests: passed = 0, testResults = [] } = JSON.parse(text) as Results;
  const messages = testResults.flatMap((one) => one.assertionResults).flatMap((one) => one.failureMessages);
  report.check(
    `Chromium: a sample is read, a book is bought with Cashfree and one with Stripe, unlocked and read (${passed} tests)`,
    code === 0 && passed === TESTS.length,
    `${messages.map((message) => message.slice(0, 700)).join('; ')}${stderr.slice(-500)}`,
  );
};
