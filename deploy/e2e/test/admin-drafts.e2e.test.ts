/** What is typed into a form of the back office survives a killed tab, a reload and an ended login (P82). */

import {
  catalogApi,
  cmsApi,
  createClient,
  databaseName,
  identityApi,
  virtualRunApi,
} from '@satrangi/contracts';
import { until } from '@satrangi/start';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFine, openDesk, submitNightBus, widthsInTurn } from './support/back-office.ts';
import { chromiumPath, type Visitor } from './support/browser.ts';
import { type EditorForm, editorForms } from './support/editor-forms.ts';
import { httpRequest } from './support/http-request.ts';
import { isNightly } from './support/looks.ts';
import { useBrowser, usePlatform } from './support/opened.ts';

const EDITOR = { email: 'editor@platform.example', password: 'a long password of the editor' };
/** Past the 2 seconds within which the draft of a record is written: nothing runs in a killed tab. */
const WRITTEN_MS = 2_200;

const platform = usePlatform({ SUBMISSIONS_PER_HOUR: '1000' });
const browser = useBrowser();
/** Ids of the records whose forms are opened. They exist when the tests begin, the names of the forms before. */
const records = { submission: '', order: '', reader: '', registration: '', book: '', film: '' };

/** A paid order of a reader. */
const buy = async (): Promise<{ order: string; reader: string }> => {
  const { userId, token } = await platform.newReader();
  const items = [{ media: platform.books.cheap, mediaType: 'ebook', format: 'text' }];
  const { json } = await httpRequest(`${platform.api}/payments/create`, {
    token,
    json: { items, country: 'US', provider: 'stripe' },
  });
  const { orderId, clientSecret } = json as { orderId: string; clientSecret: string };
  await httpRequest(`${platform.url}/sandbox/stripe/pay`, { json: { clientSecret, outcome: 'succeeded' } });
  const orders = platform.mongo.db(databaseName('payments')).collection<{ _id: string }>('orders');
  await until(
    'the order is paid',
    async () => (await orders.findOne({ _id: orderId, state: 'paid' })) ?? undefined,
  );
  return { order: orderId, reader: userId };
};

const createRecords = async (): Promise<void> => {
  const asAdmin = { baseUrl: platform.api, token: () => platform.admin.token };
  const cms = createClient(cmsApi, asAdmin);
  for (const key of ['home.mission', 'home.notice'])
    await cms.saveSection({ body: { key, content: 'First text' } });
  await submitNightBus(platform);
  const { _id: registration } = await createClient(virtualRunApi, asAdmin).createRegistration({
    // the service fills the other fields in, and its contract describes the parsed form
    body: {
      name: 'Asha',
      email: 'asha@platform.example',
      displayName: 'Asha',
      activityType: 'walk',
      // as a form sends it: the contracts type the parsed body, with brands and defaults
    } as never,
  });
  const submission = await platform.mongo
    .db(databaseName('publishing'))
    .collection('submissions')
    .findOne({});
  const film = await createClient(catalogApi, asAdmin).createShortFilm({
    // the service fills the other fields in, and its contract describes the parsed form
    body: {
      title: 'Salt',
      director: 'Ira',
      description: 'A film.',
      formats: ['video'],
      videoUrl: 'https://films.example/salt.mp4',
      // as a form sends it: the contracts type the parsed body, with brands and defaults
    } as never,
  });
  Object.assign(records, await buy(), {
    film: film._id,
    submission: String(submission?._id),
    registration,
    book: platform.books.dear,
  });
};

const formNamed = (name: string): EditorForm => {
  const form = editorForms(records).find((each) => each.name === name);
  if (!form) throw new Error(`there is no form ${name}`);
  return form;
};

const openPage = async (visitor: Visitor, { at }: EditorForm): Promise<Page> => {
  const page = await visitor.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${platform.url}/admin?tab=${at}`);
  return page;
};

const openForm = async (page: Page, { open, field }: EditorForm): Promise<void> => {
  await open?.(page);
  await field(page).waitFor();
};

/** Ends the renderer of a page; its scripts get no chance to store anything. */
const kill = async (visitor: Visitor, page: Page): Promise<void> => {
  const session = await visitor.context.newCDPSession(page);
  const crashed = page.waitForEvent('crash', { timeout: 10_000 });
  // a crashed page answers nothing
  session.send('Page.crash').catch(() => undefined);
  await crashed;
};

const draftsIn = (page: Page): Promise<unknown> =>
  page.evaluate(
    '[localStorage, sessionStorage].flatMap((all) => Object.keys(all).filter((key) => key.startsWith("admin-draft:")))',
  );

/** Takes back what was typed before, as the form offers it. */
const takeBack = async (page: Page, form: EditorForm): Promise<void> => {
  if (form.back === 'Go on') await page.getByRole('button', { name: 'Go on' }).click();
  else await openForm(page, form);
  if (form.back === 'Use it') await page.getByRole('button', { name: 'Use it' }).click();
};

describe.skipIf(!chromiumPath)('what was typed in the back office', () => {
  beforeAll(async () => {
    await createRecords();
  });

  it.each(
    editorForms(records)
      .filter((_, n) => isNightly || n % 2 === 0)
      .map(({ name, place }) => [name, place === 'tab' ? 'a reload' : 'a kill'] as const),
  )('%s survives %s of the tab, byte by byte (P82)', async (name) => {
    const form = formNamed(name);
    await using visitor = await openDesk(browser, platform, platform.admin);
    let page = await openPage(visitor, form);
    await openForm(page, form);
    await form.field(page).fill(form.text);
    await page.waitForTimeout(WRITTEN_MS);
    if (form.place === 'tab') {
      await page.reload();
      expect(
        await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("admin-draft:"))'),
      ).toEqual([]);
    } else {
      await kill(visitor, page);
      page = await openPage(visitor, form);
    }
    await takeBack(page, form);
    const field = form.field(page);
    expect(await field.evaluate((at) => ('value' in at ? at.value : at.textContent))).toBe(form.text);
  });

  it('is thrown away by a press, and by a logout by hand', async () => {
    const [reason, invitation] = [
      formNamed('the reason of a refund'),
      formNamed('an invitation of an admin'),
    ];
    const { token, user } = await createClient(identityApi, { baseUrl: platform.api }).login({
      body: EDITOR,
    });
    await using visitor = await openDesk(browser, platform, { token, userId: user._id });
    const page = await openPage(visitor, reason);
    await reason.field(page).fill(reason.text);
    await page.reload();
    await page.getByRole('button', { name: 'Throw it away' }).click();
    expect(await reason.field(page).inputValue()).toBe('');
    expect(await draftsIn(page)).toEqual([]);
    await reason.field(page).fill(reason.text);
    await page.goto(`${platform.url}/admin?tab=${invitation.at}`);
    await openForm(page, invitation);
    await invitation.field(page).fill(invitation.text);
    await expect.poll(() => draftsIn(page)).toHaveLength(2);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/admin'));
    expect(await draftsIn(page)).toEqual([]);
  });

  it('survives an ended login: the refund is made once, with the reason that was typed (ADM-46)', async () => {
    const form = formNamed('the reason of a refund');
    const identity = createClient(identityApi, { baseUrl: platform.api });
    const { token, user } = await identity.login({ body: EDITOR });
    await using visitor = await openDesk(browser, platform, { token, userId: user._id });
    const page = await openPage(visitor, form);
    await form.field(page).fill('Torn page');
    await page.keyboard.press('Enter');
    const refund = page.getByRole('dialog', { name: /^Refund/ }).getByRole('button', { name: 'Refund' });
    await refund.waitFor();
    await createClient(identityApi, { baseUrl: platform.api, token: () => token }).logout();
    // without a mouse: a call in the background may have noticed the ended login first, and its dialog covers this
    await refund.dispatchEvent('click');
    const login = page.getByRole('dialog', { name: 'Your login has ended.' });
    await login.getByLabel('Phone number or email').fill(EDITOR.email);
    await login.getByLabel('Password').fill(EDITOR.password);
    await login.getByRole('button', { name: 'Log in', exact: true }).click();
    await login.waitFor({ state: 'detached' });
    expect(await form.field(page).inputValue()).toBe('Torn page');
    await refund.click();
    await page
      .getByText(/^Refund of .* is in the order\./)
      .first()
      .waitFor();
    const orders = platform.mongo
      .db(databaseName('payments'))
      .collection<{ _id: string; refunds?: { reason: string }[] }>('orders');
    const { refunds = [] } = (await orders.findOne({ _id: records.order })) ?? {};
    expect(refunds.map(({ reason }) => reason)).toEqual(['Torn page']);
    expect(await draftsIn(page)).toEqual([]);
  });

  it.each(widthsInTurn(1))('at %i px what came back is said, axe finds nothing', async (width) => {
    await using visitor = await openDesk(browser, platform, platform.admin, width);
    for (const name of ['the note of a decision', 'the row of a media item', 'an import of a post']) {
      const form = formNamed(name);
      const page = await openPage(visitor, form);
      await openForm(page, form);
      await form.field(page).fill(form.text);
      await page.reload();
      if (form.back === 'by itself') await openForm(page, form);
      await page.getByRole('region', { name: 'Draft' }).first().waitFor();
      await expectFine(page, `draft-${form.at.split('&')[0]}`);
      await page.close();
    }
    expect(visitor.problems).toEqual([]);
  });
});
