/** The lamp of the back office shows the state of the event stream (ADM-48, P84). */
import { createClient, virtualRunApi } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openDesk } from './support/back-office.ts';
import { startBreakingProxy } from './support/breaking-proxy.ts';
import { chromiumPath } from './support/browser.ts';
import { useBrowser, usePlatform } from './support/opened.ts';

/** Time that the page needs beyond the five seconds on a busy machine. */
const BUSY_MS = 15_000;

const platform = usePlatform();
const browser = useBrowser();

const isLive = (page: Page) => page.getByText('Live', { exact: true }).first();

describe.skipIf(!chromiumPath)('the lamp', () => {
  it.each(['freeze', 'breakOff'] as const)(
    'after %s of the connection is off, and on again with the changes of that time (ADM-48, P84)',
    async (cut) => {
      await using proxy = await startBreakingProxy(platform.url);
      await using visitor = await openDesk(browser, { ...platform, url: proxy.url }, platform.admin);
      const page = await visitor.newPage();
      await page.goto(`${proxy.url}/admin`);
      await isLive(page).waitFor();
      const run = createClient(virtualRunApi, { baseUrl: platform.api, token: () => platform.admin.token });
      const { total } = await run.getCounts();
      // past the first keepalives: a quiet stream stays on
      await page.waitForTimeout(6_000);
      expect(await isLive(page).count()).toBeGreaterThan(0);

      proxy[cut]();
      await page
        .getByText('Reconnecting', { exact: true })
        .first()
        .waitFor({ timeout: 5_000 + BUSY_MS });
      // the service fills the other fields in, and its contract describes the parsed form
      await run.createRegistration({ body: { name: 'Kiran', email: `${cut}@platform.example` } as never });
      proxy.mend();

      await isLive(page).waitFor({ timeout: 5_000 + BUSY_MS });
      await page
        .locator('b', { hasText: new RegExp(`^${total + 1}$`) })
        .first()
        .waitFor({ timeout: BUSY_MS });
    },
  );
});
