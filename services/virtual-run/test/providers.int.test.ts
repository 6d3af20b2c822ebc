/** Mails and the spreadsheet, over real SMTP and HTTP. */
import { startSandboxWithoutShop } from '@satrangi/sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootRun, type RunFixture, refusal } from './boot-run.ts';

const PUBLIC_URL = 'https://house.test';
let sandbox: Awaited<ReturnType<typeof startSandboxWithoutShop>>;
let run: RunFixture;
beforeAll(async () => {
  sandbox = await startSandboxWithoutShop();
  const google = { RUN_SPREADSHEET_ID: 'runners', GOOGLE_BASE_URL: sandbox.url };
  run = await bootRun({ env: { SMTP_URL: sandbox.smtpUrl, PUBLIC_URL, ...google } });
});
afterAll(async () => {
  await run?.service.stop();
  await sandbox?.[Symbol.asyncDispose]();
});

const control = async (path: string, body?: object): Promise<unknown> => {
  const request = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${sandbox.url}/sandbox${path}`, { ...request, headers })).json();
};
/** The mails to an address, oldest first, after everything that is due was sent. */
const mailsTo = async (to: string) => {
  await run.service.runWork();
  const mails = (await control(`/mail?to=${encodeURIComponent(to)}`)) as { subject: string; text: string }[];
  return mails.reverse();
};
const subjectsTo = async (to: string) => (await mailsTo(to)).map(({ subject }) => subject);

it('an address without a mailbox is mailed once, not for ever (RUN-36)', async () => {
  const email = 'asha@exampel.org';
  await control('/knobs', { target: 'mail.rcpt.exampel.org', status: 550 });
  await run.register({ email });
  expect(await mailsTo(email)).toEqual([]);
  await fetch(`${sandbox.url}/sandbox/knobs`, { method: 'DELETE' });

  expect(await mailsTo(email)).toEqual([]);
});

it('a runner is mailed once each: registered, the first gift, the reached goal; subjects are neutral (RUN-36, RUN-33)', async () => {
  const email = 'mailed@runner.example';
  const { slug } = await run.register({ email, displayName: 'Zubin', fundraisingGoal: 100 });
  const [registered] = await mailsTo(email);
  const [, path = '', token = ''] = /\/run\/edit#t=(\S+)\.([\w-]{22})$/m.exec(registered?.text ?? '') ?? [];

  expect(registered?.subject).toBe('You are in');
  expect(registered?.text).toContain(`${PUBLIC_URL}/run/f/${slug}`);
  expect(path).toBe(slug);
  const opened = await fetch(`${run.service.url}/virtual-run/f/${slug}/open`, {
    method: 'POST',
    headers: { 'x-edit-token': token },
  });
  expect(opened.status).toBe(200);

  await run.give(slug, 6_000);
  expect(await subjectsTo(email)).toEqual(['You are in', 'Something arrived for you']);
  await run.give(slug, 6_000);
  await run.give(slug, 6_000);
  expect(await subjectsTo(email)).toEqual([
    'You are in',
    'Something arrived for you',
    'You have reached your goal',
  ]);
});

it('a mail that was refused for now is sent later, but not to a runner who was cancelled in that time (RUN-36)', async () => {
  const [email, gone] = ['later@runner.example', 'gone@runner.example'];
  await control('/knobs', { target: 'mail.receive', status: 451 });
  await run.register({ email });
  const { orderId, paymentId } = await run.register({ email: gone });
  expect([await subjectsTo(email), await subjectsTo(gone)]).toEqual([[], []]);

  await run.feeRefunded({ orderId, paymentId });
  await fetch(`${sandbox.url}/sandbox/knobs`, { method: 'DELETE' });
  await expect.poll(() => subjectsTo(email), { timeout: 10_000 }).toEqual(['You are in']);
  expect(await subjectsTo(gone)).toEqual([]);
});

it('all registrations are written to the spreadsheet, without formulas, and again the same (RUN-18)', async () => {
  await run.admin.createRegistration({
    body: { name: 'Sheet Row', email: 'row@runner.example', displayName: '=1+1' },
  });
  const { total } = await run.admin.listRegistrations({ query: {} });
  const first = await run.admin.syncRegistrations();
  const again = await run.admin.syncRegistrations();
  const [sheet, ...more] = (await control('/sheets')) as {
    spreadsheetId: string;
    sheet: string;
    rows: unknown[][];
  }[];

  expect([first, again]).toEqual([1, 2].map(() => ({ ok: true, count: total })));
  expect(more).toEqual([]);
  expect(sheet).toMatchObject({ spreadsheetId: 'runners', sheet: 'Registrations' });
  expect(sheet?.rows).toHaveLength(total + 1);
  expect(sheet?.rows[0]?.slice(0, 3)).toEqual(['Display name', 'Created', 'Status']);
  expect(sheet?.rows[1]?.[0]).toBe("'=1+1");

  await control('/knobs', { target: 'google.sheets.update', status: 500, times: 10 });
  const refused = await refusal(run.admin.syncRegistrations());
  expect([refused.status, refused.message]).toEqual([503, 'Sync failed']);
});

it('a renewed private link is mailed to the runner, under a neutral subject, and to nobody else', async () => {
  const email = 'renewed@example.org';
  const { slug } = await run.register({ email });
  const linkIn = ({ text }: { text: string }) => /#t=\S+/.exec(text)?.[0];
  const [first] = await mailsTo(email);
  const { results } = await run.admin.listRegistrations({ query: { q: email } });
  const renewed = await run.admin.renewRegistrationLink({ params: { id: results[0]?._id ?? '' } });
  const [, second] = await mailsTo(email);

  expect(second?.subject).toBe('Your link');
  expect(linkIn(second ?? { text: '' })).toMatch(new RegExp(`^#t=${slug}\\.[\\w-]{22}$`));
  expect(linkIn(second ?? { text: '' })).not.toBe(linkIn(first ?? { text: '' }));
  expect(JSON.stringify(renewed)).not.toContain(linkIn(second ?? { text: '' })?.split('.')[1]);
});
