/** The back office is closed to who is no admin any more (P83), and covered when nobody uses it. */
import { createClient, databaseName, identityApi, UserId } from '@satrangi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFine, openDesk, submitNightBus, widthsInTurn } from './support/back-office.ts';
import { chromiumPath } from './support/browser.ts';
import { press } from './support/keyboard.ts';
import { useBrowser, usePlatform } from './support/opened.ts';

const NO_ADMIN = 'This account is no admin any more.';

const platform = usePlatform();
const browser = useBrowser();

describe.skipIf(!chromiumPath)('the back office', () => {
  beforeAll(async () => {
    await submitNightBus(platform);
  });

  it('is closed to an admin who is demoted while it is open, and strangers read nothing that was typed (P83)', async () => {
    const identity = createClient(identityApi, { baseUrl: platform.api, token: () => platform.admin.token });
    const { userId } = await platform.newReader();
    const account = { name: 'Second', email: 'second@platform.example' };
    const setRole = (role: 'ADMIN' | 'USER') =>
      identity.updateUser({ params: { id: UserId.parse(userId) }, body: { ...account, role } });
    const logIn = () =>
      identity.login({ body: { email: account.email, password: 'a long password' } }) as Promise<{
        token: string;
      }>;
    await setRole('ADMIN');
    const { token } = await logIn();
    await using visitor = await openDesk(browser, platform, { token, userId });
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/admin?tab=publishing`);
    await page.getByRole('button', { name: 'Night Bus', exact: true }).click();
    await page.getByLabel('New note').fill('For admins only');

    // the open page learns of it by itself
    await setRole('USER');
    const ended = page.getByRole('dialog', { name: 'Your login has ended.' });
    for (let presses = 0; presses < 3; presses += 1) {
      await ended.waitFor();
      await page.keyboard.press('Escape');
    }
    await ended.getByText('The screen is covered until you log in.').waitFor();
    await page.getByText('zoya@platform.example').waitFor({ state: 'hidden' });
    await expectFine(page, 'logged-out');
    await ended.getByRole('button', { name: 'Log in', exact: true }).click();
    await ended.getByLabel('Phone number or email').fill(account.email);
    await ended.getByLabel('Password').fill('a long password');
    await ended.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: NO_ADMIN }).waitFor();
    await page.goto(`${platform.url}/admin?tab=publishing`);
    await page.waitForURL((url) => url.pathname === '/profile');
    const submission = await platform.mongo
      .db(databaseName('publishing'))
      .collection('submissions')
      .findOne({ title: 'Night Bus' });
    expect(submission).toMatchObject({ notes: [] });

    const useLogin = async (person: { token: string; userId: string }): Promise<void> => {
      await page.evaluate(
        `for (const [key, value] of Object.entries(${JSON.stringify({ token: person.token, userId: person.userId })})) localStorage.setItem(key, value)`,
      );
      await page.goto(`${platform.url}/admin?tab=publishing`);
      await page.getByRole('button', { name: 'Night Bus', exact: true }).click();
      await page.getByLabel('New note').waitFor();
    };
    await useLogin(platform.admin);
    expect(await page.getByLabel('New note').inputValue()).toBe('');
    await setRole('ADMIN');
    await useLogin({ token: (await logIn()).token, userId });
    expect(await page.getByLabel('New note').inputValue()).toBe('For admins only');
  });

  it('of an account that is no admin any more shows its sentence and nothing else (P83)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/admin?tab=publishing`);
    await page.getByRole('button', { name: 'Night Bus', exact: true }).click();
    await page.getByText('zoya@platform.example').waitFor();
    await page.route('**/api/**', (route) =>
      route.fulfill({ status: 403, json: { code: 'not-allowed', detail: 'Forbidden' } }),
    );
    // a press, because the keys of the back office do not work in the open panel
    await page.getByRole('button', { name: 'In review', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Take ‘Night Bus’ into review?' })
      .getByRole('button', { name: 'In review' })
      .click();
    await page.getByRole('heading', { level: 1, name: NO_ADMIN }).waitFor();
    await page.getByText('zoya@platform.example').waitFor({ state: 'detached' });
    await expectFine(page, 'no-admin');
    await page.getByRole('link', { name: 'Go to the profile' }).click();
    await page.waitForURL((url) => url.pathname === '/profile');
  });

  it.each(widthsInTurn(0))(
    'at %i px is covered after 30 minutes without a hand, and loses nothing',
    async (width) => {
      await using visitor = await openDesk(browser, platform, platform.admin, width);
      const page = await visitor.newPage();
      await page.clock.install();
      await page.goto(`${platform.url}/admin?tab=publishing`);
      await page.getByRole('button', { name: 'Night Bus', exact: true }).click();
      await page.getByLabel('New note').fill('Half a sentence');
      await page.clock.fastForward('29:00');
      await page.keyboard.press('Shift');
      await page.clock.fastForward('29:00');
      expect(await page.getByRole('dialog', { name: 'Still here?' }).count()).toBe(0);
      await page.clock.fastForward('02:00');
      await page.getByRole('dialog', { name: 'Still here?' }).waitFor();
      await page.getByText('zoya@platform.example').waitFor({ state: 'hidden' });
      await page.clock.resume();
      await expectFine(page, 'idle');
      await press(page, /^button Show the screen/);
      expect(await page.getByLabel('New note').inputValue()).toBe('Half a sentence');
      await page.getByText('zoya@platform.example').waitFor({ state: 'visible' });
    },
  );
});
