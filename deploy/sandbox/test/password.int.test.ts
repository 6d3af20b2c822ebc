/** Reachable from other machines, the sandbox shows nobody's mail and takes no orders without its password. */
import { expect, it } from 'vitest';
import type { SandboxOptions } from '../src/index.ts';
import { startWorld } from './world.ts';

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
  await using world = await startWorld(nowhere, options);
  return await Promise.all(
    paths.map(async (path) => (await fetch(`${world.url}/sandbox${path}`, { headers })).status),
  );
};
const basic = (password: string) => ({ authorization: `Basic ${btoa(`sandbox:${password}`)}` });

it('on loopback nothing asks for a password', async () => {
  expect(await statuses({}, ['', '/mail', '/payments'])).toEqual([200, 200, 200]);
});

it.each([{ host: '0.0.0.0' }, { host: '::' }, { password: 'of our choosing' }])(
  'with %o mails, knobs and the page need the password; what the shop loads does not',
  async (options) => {
    expect(new Set(await statuses(options, guarded))).toEqual(new Set([401]));
    expect(await statuses(options, forPages)).toEqual(forPages.map(() => 200));
  },
);

it('a password is made up when none is set, and it opens the sandbox', async () => {
  await using world = await startWorld(nowhere, { host: '0.0.0.0' });
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(`${world.url}/sandbox/mail`, { headers });
    return [response.status, response.headers.get('www-authenticate')];
  };

  expect(world.password).toMatch(/^\w{16,}$/);
  expect(await ask(basic(world.password ?? ''))).toEqual([200, null]);
  for (const wrong of ['', `${world.password}x`, 'password'])
    expect(await ask(basic(wrong))).toEqual([401, 'Basic realm="sandbox", charset="UTF-8"']);
});

it('a login with the stand-in of Google needs the password too: it is a login as anybody', async () => {
  await using world = await startWorld(nowhere, { password: 'of our choosing' });
  const login = async (headers: Record<string, string>): Promise<number> => {
    const response = await fetch(`${world.url}/sandbox/google/credential`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: 'asha@example.org', name: 'Asha' }),
    });
    return response.status;
  };

  expect([await login({}), await login(basic('of our choosing'))]).toEqual([401, 200]);
});
