/** What people want to do in the shop, in no more steps than the best product of its kind needs (decision 0152). */
import { readFile } from 'node:fs/promises';
import { kindOfJoined, type MediaItem } from '@satrangi/contracts';
import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiCaller, registerReader } from './support/api-client.ts';
import { chromiumPath, openVisitor } from './support/browser.ts';
import { startShop } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';
import { newUser } from './support/purchase-flow.ts';
import { account } from './tasks/account.ts';
import { buying } from './tasks/buying.ts';
import { finding } from './tasks/finding.ts';
import { listening } from './tasks/listening.ts';
import { reading } from './tasks/reading.ts';
import { stepsOn } from './tasks/steps.ts';
import { takingPart } from './tasks/taking-part.ts';
import type { Scene, Task } from './tasks/task.ts';

const tasks: readonly Task[] = [...finding, ...buying, ...reading, ...listening, ...account, ...takingPart];
const PHONE = 360;
const LAPTOP = 1280;
const HEIGHT = 780;
const runs = tasks.flatMap((task) =>
  (task.alsoWide ? [PHONE, LAPTOP] : [PHONE]).map((width) => ({ width, task, name: task.name })),
);

type Account = Pick<Scene, 'person' | 'call'> & {
  readonly buyById: (media: string) => Promise<string>;
  /** With the login of this person. */
  readonly browsing: BrowserContextOptions;
};

/** The row of a task in the table of the README. */
const rowOf = ({ name, from, steps, best = steps, by, why }: Task): readonly string[] => {
  const source = by.page ? `[${by.product}](${by.page})` : (by.product ?? 'our own least');
  return [name, from, `${steps}`, `${best}`, `${source}: ${by.steps}`, why ?? ''];
};

describe('the list of tasks', () => {
  it('has at least thirty, and says why one takes more than the best', () => {
    expect(tasks.length).toBeGreaterThanOrEqual(30);
    const unsaid = tasks.filter(({ steps, best = steps, why }) => steps > best !== (why !== undefined));
    expect(unsaid.map(({ name }) => name)).toEqual([]);
  });

  it('is the table of the README', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const rows = [...readme.matchAll(/^\|(.+)\|$/gm)].map(([, row = '']) =>
      row.split('|').map((cell) => cell.trim()),
    );
    for (const task of tasks) expect(rows).toContainEqual(rowOf(task));
  });
});

describe.skipIf(!chromiumPath)('the tasks of a reader in Chromium', () => {
  const here = useShopInChromium(() => startShop({ TRUST_PROXY: '1' }));
  let titles: readonly MediaItem[] = [];
  let shared: Account;

  const newReader = async (): Promise<Account> => {
    const person = newUser();
    const { token, userId, httpRequest, buy } = await registerReader(here.shop.url, person);
    const localStorage = Object.entries({ token, userId }).map(([name, value]) => ({ name, value }));
    const storageState = { cookies: [], origins: [{ origin: here.shop.url, localStorage }] };
    return { person, call: httpRequest, buyById: buy, browsing: { storageState } };
  };
  const noReader = (): Account => ({
    person: newUser(),
    call: apiCaller(here.shop.url),
    buyById: () => Promise.reject(new Error('a visitor has no account')),
    browsing: {},
  });
  const accountFor = ({ as }: Task): Account | Promise<Account> => {
    if (as === 'visitor') return noReader();
    return as === 'reader' ? shared : newReader();
  };
  const title = (words: string): MediaItem => {
    const found = titles.find((item) => `${item.title} ${item.altTitle}`.includes(words));
    if (!found) throw new Error(`no title is named ${words}`);
    return found;
  };

  beforeAll(async () => {
    // the shape of a page of the catalog
    const { items } = (await apiCaller(here.shop.url)('GET', '/api/search?limit=100')) as {
      items: MediaItem[];
    };
    titles = items;
    shared = await newReader();
  });

  it.each(runs)('$name, at $width px', async ({ width, task }) => {
    const home = here.shop.url;
    const { person, call, buyById, browsing } = await accountFor(task);
    await using visitor = await openVisitor(here.browser, home, {
      viewport: { width, height: HEIGHT },
      ...browsing,
    });
    const { context } = visitor;
    const page = await visitor.newPage();
    const steps = stepsOn(page);
    const open = async ({ mediaType, _id, title: name }: MediaItem): Promise<void> => {
      await page.goto(`${home}/${kindOfJoined(mediaType).page}/${_id}`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
    };
    const buy: Scene['buy'] = ({ _id }) => buyById(_id);
    const scene: Scene = { home, page, context, steps, width, person, call, title, open, buy };
    await (task.start?.(scene) ?? page.goto(home));
    await task.run(scene);
    const words = steps.done.join(', ');
    if (width === PHONE) expect(steps.done, words).toHaveLength(task.steps);
    else expect(steps.done.length, words).toBeLessThanOrEqual(task.steps);
  });
});
