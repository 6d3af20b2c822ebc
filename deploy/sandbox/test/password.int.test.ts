/** On an address reachable from other machines, mails and the control API require the password. */
import { expect, it } from 'vitest';
import type { SandboxOptions } from '../src/index.ts';
import { startSandboxFixture } from './fixture.ts';

const nowhere = 'http://127.0.0.1:1';
const guarded = [
  '',
  '/',
  '/mail',
  '/MAIL/',
  '/payments',
  '/knobs',
  '/whatsapp',
  '/sheets',
  '/drive/files',
  '/nothing',
  '/stripe.js/../mail',
];
const forPages = ['/stripe.js', '/cashfree.js', '/shims.css', '/google.js', '/google/certs'];

const statuses = async (
  options: Partial<SandboxOptions>,
  paths: readonly string[],
  headers: Record<string, string> = {},
): Promise<number[]> => {
  await using fixture = await startSandboxFixture(nowhere, options);
  return await Promise.all(
    paths.map(async (path) => (await fetch(`${fixture.url}/sandbox${path}`, { headers })).status),
  );
};
const basic = (password: string) => ({ authorization: `Basic ${btoa(`sandbox:${password}`)}` });

it('requires no password on loopback', async () => {
  expect(await statuses({}, ['', '/mail', '/payments'])).toEqual([200, 200, 200]);
});

it.each([{ host: '0.0.0.0' }, { host: '::' }, { password: 'of our choosing' }])(
  'with %o requires the password for mails, knobs and the page, not for scripts of the shop',
  async (options) => {
    expect(new Set(await statuses(options, guarded))).toEqual(new Set([401]));
    expect(await statuses(options, forPages)).toEqual(forPages.map(() => 200));
  },
);

it('generates a password when none is set', async () => {
  await using fixture = await startSandboxFixture(nowhere, { host: '0.0.0.0' });
  const request = async (headers: Record<string, string>) => {
    const response = await fetch(`${fixture.url}/sandbox/mail`, { headers });
    return [response.status, response.headers.get('www-authenticate')];
  };

  expect(fixture.password).toMatch(/^\w{16,}$/);
  expect(await request(basic(fixture.password ?? ''))).toEqual([200, null]);
  for (const wrong of ['', `${fixture.password}x`, 'password'])
    expect(await request(basic(wrong))).toEqual([401, 'Basic realm="sandbox", charset="UTF-8"']);
});

it('requires the password for a Google credential: it allows a login as any user', async () => {
  await using fixture = await startSandboxFixture(nowhere, { password: 'of our choosing' });
  const login = async (headers: Record<string, string>): Promise<number> => {
    const response = await fetch(`${fixture.url}/sandbox/google/credential`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: 'asha@example.org', name: 'Asha' }),
    });
    return response.status;
  };

  expect([await login({}), await login(basic('of our choosing'))]).toEqual([401, 200]);
});
