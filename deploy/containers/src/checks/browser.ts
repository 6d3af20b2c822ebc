import { existsSync } from 'node:fs';
import process from 'node:process';
import { run } from '../docker.ts';
import type { Report } from '../report.ts';
import type { Stack } from '../stack.ts';

const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const TESTS = ['a visitor reads a sample', 'registers, pays by Cashfree', 'pays in dollars by Stripe'];

/** Buys, unlocks and reads in Chromium, with the end-to-end tests of `npm start`, at the gateway of the containers. */
export const checkBrowser = async ({ url }: Stack, report: Report): Promise<void> => {
  const files = [process.env.CHROMIUM ?? '', ...BROWSERS.map((name) => `/usr/bin/${name}`)];
  if (!files.some((file) => file !== '' && existsSync(file)))
    return report.skip('buying and reading in Chromium', 'there is no Chromium (CHROMIUM)');
  const file = 'deploy/e2e/test/buy.e2e.test.ts';
  const args = ['vitest', 'run', '--project', 'e2e', file, '-t', TESTS.join('|'), '--reporter', 'json'];
  const { code, stdout, stderr } = await run('npx', args, { env: { SHOP_URL: url } });
  const passed = /"numPassedTests":(\d+)/.exec(stdout)?.[1];
  report.check(
    `Chromium: a sample is read, a book is bought with Cashfree and one with Stripe, unlocked and read (${passed} tests)`,
    code === 0 && Number(passed) === TESTS.length,
    `${/"failureMessages":\["([^"]{0,1500})/.exec(stdout)?.[1] ?? ''}${stderr.slice(-500)}`,
  );
};
