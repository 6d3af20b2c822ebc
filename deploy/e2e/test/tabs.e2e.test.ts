import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chromiumPath, openBrowser, openVisitor } from './support/browser.ts';
import { createPlatform } from './support/platform-fixture.ts';

const TABS = 10;
const PATIENCE = { timeout: 30_000, interval: 200 };

it.skipIf(!chromiumPath)(
  'one event stream for a whole browser: with 10 open tabs the site works, every tab receives a change, and another tab takes over (GTW-14)',
  async () => {
    await using platform = await createPlatform();
    const { INTERNAL_SECRET: secret = '' } = JSON.parse(
      await readFile(`${platform.dataDir}/secrets.json`, 'utf8'),
    ) as Record<string, string>;
    const streams = async (): Promise<number> => {
      const metrics = await fetch(`${platform.url}/metrics`, { headers: { 'x-internal-secret': secret } });
      return Number(/^satrangi_gateway_streams\{[^}]*\} (\d+)/m.exec(await metrics.text())?.[1]);
    };
    await using browser = await openBrowser();
    await using visitor = await openVisitor(browser, platform.url);
    const pages: Page[] = [];
    for (let n = 0; n < TABS; n += 1) {
      const page = await visitor.newPage();
      await page.goto(`${platform.url}/ebook/${platform.books.free}`);
      await page.getByRole('heading', { name: 'free' }).first().waitFor({ timeout: PATIENCE.timeout });
      pages.push(page);
    }

    await expect.poll(streams, PATIENCE).toBe(1);
    const answers = await Promise.all(
      pages.map((page) => page.evaluate(async () => (await fetch('/api/geo/ip')).status)),
    );
    expect(answers).toEqual(Array(TABS).fill(200));

    const rename = async (title: string): Promise<void> => {
      const answer = await fetch(`${platform.api}/admin/ebooks/${platform.books.free}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${platform.admin.token}` },
        body: JSON.stringify({
          slug: 'free',
          title,
          author: 'Nobody',
          description: 'A book.',
          formats: ['text'],
          priceINR: 0,
          priceUSD: 0,
        }),
      });
      expect(answer.status).toBe(200);
    };
    const allShow = (title: string, tabs: readonly Page[]) =>
      Promise.all(
        tabs.map((page) =>
          page.getByRole('heading', { name: title }).first().waitFor({ timeout: PATIENCE.timeout }),
        ),
      );
    await rename('A new name');
    await allShow('A new name', pages);

    const [first, ...others] = pages;
    await first?.close();
    await expect.poll(streams, PATIENCE).toBe(1);
    await rename('A newer name');
    await allShow('A newer name', others);
  },
);
