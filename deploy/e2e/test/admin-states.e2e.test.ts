/** Every tab of the back office while it loads, fails, is empty, has chosen rows, or is in conflict: axe, no overflow. */
import {
  catalogApi,
  cmsApi,
  createClient,
  type Endpoint,
  identityApi,
  publishingApi,
  UserId,
  virtualRunApi,
} from '@satrangi/contracts';
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFine, openDesk, submitNightBus, widthsInTurn } from './support/back-office.ts';
import { chromiumPath } from './support/browser.ts';
import { deskTabs } from './support/desk-tabs.ts';
import { httpRequest } from './support/http-request.ts';
import { stepTo } from './support/keyboard.ts';
import { useBrowser, usePlatform } from './support/opened.ts';

/** The smallest side of a button: WCAG 2.5.8, and on a phone the one of this house. */
const TARGET_PX = 24;
const PHONE_TARGET_PX = 44;

/** The buttons of the bar of chosen rows that are not whole in the window, or have a side below `least`. */
const badButtons = (page: Page, least: number): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('[role=toolbar] button')]
    .filter((button) => {
      const { left, right, width, height } = button.getBoundingClientRect();
      return left < 0 || right > innerWidth || Math.min(width, height) < ${least};
    })
    .map(({ textContent, ariaLabel }) => ariaLabel ?? textContent)`);

const platform = usePlatform();
const browser = useBrowser();

const asAdmin = <Api extends Record<string, Endpoint>>(api: Api) =>
  createClient(api, { baseUrl: platform.api, token: () => platform.admin.token });

/** An answer without anything in it: lists are empty, and numbers are 0. */
const emptied = (value: unknown): unknown => {
  if (Array.isArray(value)) return [];
  if (typeof value === 'number') return 0;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, emptied(each)]));
};

const answers = {
  /** Never answers. */
  loading: async () => undefined,
  /** Refuses; a status above 499 would be requested twice. */
  error: (route: Route) =>
    route.fulfill({ status: 400, json: { code: 'validation-failed', detail: 'Not today' } }),
  empty: async (route: Route) => {
    const answer = await route.fetch();
    const isJson = answer.headers()['content-type']?.includes('json');
    // a site without pages is none: their sections are what can be missing
    const isPages = route.request().url().includes('/cms/real-pages?');
    if (!isJson || isPages) return route.fulfill({ response: answer });
    const isUsage = route.request().url().includes('/usage');
    return route.fulfill({ response: answer, json: isUsage ? {} : emptied(await answer.json()) });
  },
} as const;
type State = keyof typeof answers;
/** In a pull request each state at one width; the widths take turns. */
const statesAtWidths = (Object.keys(answers) as State[]).flatMap((state, turn) =>
  widthsInTurn(turn).map((width) => [state, width] as const),
);

/** Gives every read but the profile and the streams this answer. */
const answerWith = async (page: Page, state: State): Promise<void> => {
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const isOwn = /profile|sse|live|stream/.test(pathname) || route.request().method() !== 'GET';
    return isOwn ? route.continue() : answers[state](route);
  });
};

/** A tab that edits: what is opened and typed, and what another admin saves meanwhile. */
type Editing = {
  readonly tab: string;
  readonly at: () => string;
  readonly field: (page: Page) => ReturnType<Page['getByLabel']>;
  readonly change: () => Promise<unknown>;
  /** Ctrl+S, if it is no other. */
  readonly save?: (page: Page) => Promise<void>;
};

/** Ids and bodies as a form sends them: the contracts type the parsed ones, with brands and defaults. */
const sent = (value: unknown): never => value as never;

const created = { post: '', registration: '', reader: '', submission: '' };
let change = 0;
const editings: readonly Editing[] = [
  {
    tab: 'media',
    at: () => `media&open=ebook:${platform.books.dear}`,
    field: (page) => page.getByRole('form').getByLabel('Title (required)'),
    change: async () => {
      const catalog = asAdmin(catalogApi);
      await catalog.updateEbook({
        params: { id: sent(platform.books.dear) },
        body: sent({
          title: `dear ${change}`,
          author: 'Nobody',
          description: 'A book.',
          formats: ['text'],
          priceINR: 999,
        }),
      });
    },
  },
  {
    tab: 'blogs',
    at: () => `blogs&open=${created.post}`,
    field: (page) => page.getByRole('form').getByLabel('Title'),
    change: () =>
      asAdmin(cmsApi).updateBlog({
        params: { id: sent(created.post) },
        body: sent({ title: `A post ${change}`, author: 'Ira', content: '<p>Text</p>' }),
      }),
  },
  {
    tab: 'content',
    at: () => 'content&key=home.mission',
    field: (page) => page.getByRole('textbox', { name: 'Text', exact: true }),
    change: () => asAdmin(cmsApi).saveSection({ body: { key: 'home.mission', content: `Text ${change}` } }),
  },
  {
    tab: 'events',
    at: () => `events&open=${created.registration}`,
    field: (page) => page.getByRole('form', { name: 'Registration' }).getByLabel('Location'),
    change: async () => {
      const runs = asAdmin(virtualRunApi);
      const { results } = await runs.listRegistrations({ query: {} });
      const { revision = 0 } = results.find(({ _id }) => _id === created.registration) ?? {};
      await runs.updateRegistration({
        params: { id: sent(created.registration) },
        body: sent({ location: `Pune ${change}`, revision }),
      });
    },
  },
  {
    tab: 'users',
    at: () => `users&open=${created.reader}`,
    field: (page) => page.getByRole('form').getByLabel('Name'),
    change: () =>
      asAdmin(identityApi).updateUser({
        params: { id: UserId.parse(created.reader) },
        body: { name: `Reader ${change}`, email: `conflict-${change}@platform.example` },
      }),
  },
  {
    tab: 'publishing',
    at: () => `publishing&open=${created.submission}`,
    field: (page) => page.getByLabel('Private note (if you like)'),
    change: () =>
      asAdmin(publishingApi).changeSubmission({
        params: { id: sent(created.submission) },
        body: { note: `Theirs ${change}`, mail: false },
      }),
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'In review' }).click(),
  },
];

/** The button that opens the form of a tab, when its address does not. */
const openers: Readonly<Record<string, (page: Page) => ReturnType<Page['getByLabel']>>> = {
  users: (page) => page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }),
  publishing: (page) =>
    page.getByRole('article', { name: 'Submission' }).getByRole('button', { name: 'In review' }),
};

/** An order of a new reader. @returns the reader's id */
const placeOrder = async (): Promise<string> => {
  const { userId, token } = await platform.newReader();
  const items = [{ media: platform.books.cheap, mediaType: 'ebook', format: 'text' }];
  await httpRequest(`${platform.api}/payments/create`, {
    token,
    json: { items, country: 'US', provider: 'stripe' },
  });
  return userId;
};

describe.skipIf(!chromiumPath)('states of the tabs', () => {
  beforeAll(async () => {
    created.reader = await placeOrder();
    await asAdmin(cmsApi).saveSection({ body: { key: 'home.mission', content: 'First text' } });
    const post = await asAdmin(cmsApi).createBlog({
      body: { title: 'A post', author: 'Ira', content: '<p>Text</p>' },
    });
    created.post = post._id;
    const registration = await asAdmin(virtualRunApi).createRegistration({
      // the service fills the other fields in, and its contract describes the parsed form
      body: { name: 'Asha', email: 'asha@platform.example', activityType: 'walk' } as never,
    });
    created.registration = registration._id;
    await submitNightBus(platform);
    const { results } = await asAdmin(publishingApi).listSubmissions({ query: {} });
    created.submission = results[0]?._id ?? '';
  });

  it.each(statesAtWidths)(
    '%s at %i px, of all tabs: the head stays, the sentence is exact, axe finds nothing',
    async (state, width) => {
      await using visitor = await openDesk(browser, platform, platform.admin, width);
      const page = await visitor.newPage();
      await answerWith(page, state);
      for (const { tab, heading, failed, empty, emptyAt = '' } of deskTabs) {
        await page.goto(`${platform.url}/admin?tab=${tab}${state === 'empty' ? emptyAt : ''}`);
        await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
        const sign =
          state === 'loading'
            ? page.locator(
                'main [aria-busy=true], main [role=status][aria-label^=Loading], main [role=status]',
              )
            : page.getByRole('main').getByText(state === 'error' ? failed : empty, { exact: true });
        await sign.first().waitFor({ state: state === 'loading' ? 'attached' : 'visible' });
        await expectFine(page, `${tab}-${state}`);
      }
      expect(visitor.problems).toEqual([]);
    },
  );

  it.each(widthsInTurn(1))(
    'chosen rows at %i px: the bar is in the place of the strip, whole, and moves no row',
    async (width) => {
      await using visitor = await openDesk(browser, platform, platform.admin, width);
      const page = await visitor.newPage();
      for (const { tab } of deskTabs.filter(({ hasBulk }) => hasBulk)) {
        await page.goto(`${platform.url}/admin?tab=${tab}`);
        const row = page.locator('[data-row]').first();
        await row.waitFor();
        await page.evaluate('document.fonts.ready.then(() => undefined)');
        await stepTo(page, /./);
        const before = await row.boundingBox();
        await page.keyboard.press('x');
        await page.getByRole('toolbar', { name: 'Chosen rows' }).waitFor();
        // on a phone the acts need more lines than the strip has
        if (width >= 600) expect(await row.boundingBox(), tab).toEqual(before);
        if (width >= 600 && tab === 'orders') {
          await placeOrder();
          await page
            .getByRole('main')
            .getByText(/new order/)
            .waitFor();
          expect(await row.boundingBox(), 'with the news of an order').toEqual(before);
        }
        await expectFine(page, `${tab}-bulk`);
        expect(await badButtons(page, width < 600 ? PHONE_TARGET_PX : TARGET_PX), tab).toEqual([]);
      }
      expect(visitor.problems).toEqual([]);
    },
  );

  it.each(widthsInTurn(0))(
    'a conflict at %i px, of each tab that edits: both texts, axe finds nothing (P81)',
    async (width) => {
      await using visitor = await openDesk(browser, platform, platform.admin, width);
      const page = await visitor.newPage();
      page.on('dialog', (dialog) => void dialog.accept());
      for (const editing of editings) {
        change += 1;
        await page.goto(`${platform.url}/admin?tab=${editing.at()}`);
        await openers[editing.tab]?.(page).click();
        const field = editing.field(page);
        await field.fill(`Typed here ${change}`);
        await editing.change();
        await (editing.save?.(page) ?? page.keyboard.press('ControlOrMeta+s'));
        const panel = page.getByRole('dialog', { name: 'Content changed since you opened it' });
        await panel.locator('mark').first().waitFor();
        await expectFine(page, `${editing.tab}-conflict`);
      }
      expect(visitor.problems).toEqual([]);
    },
  );
});
