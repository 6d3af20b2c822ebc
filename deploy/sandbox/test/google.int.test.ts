import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { SANDBOX_CLIENT_ID } from '../src/index.ts';
import { chromiumPath, openBrowser, openShopFront, violationsIn } from './shop-front.ts';
import { control, startWorld, turnKnob } from './world.ts';

const asha = { email: 'asha@example.org', name: 'Asha' };
const read = (part = ''): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString());
const credentialOf = async (world: { url: string }, wish: Record<string, unknown>) =>
  control<{ credential: string }>(world, 'POST', '/google/credential', wish);

it('an ID token looks like Google’s and is proved by the key set the sandbox publishes', async () => {
  await using world = await startWorld('http://127.0.0.1:9');

  const { body } = await credentialOf(world, { ...asha, verified: false, nonce: 'n1' });
  const again = await credentialOf(world, asha);

  const certs = (await (await fetch(`${world.url}/sandbox/google/certs`)).json()) as { keys: JsonWebKey[] };
  const [head = '', payload = '', signature = ''] = body.credential.split('.');
  const [key] = certs.keys;
  const isProved = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${payload}`),
    createPublicKey({ key: key ?? {}, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  );
  expect(isProved).toBe(true);
  expect(read(head)).toEqual({ alg: 'RS256', kid: key?.kid, typ: 'JWT' });
  expect(read(payload)).toMatchObject({
    ...asha,
    iss: 'https://accounts.google.com',
    aud: SANDBOX_CLIENT_ID,
    email_verified: false,
    nonce: 'n1',
    sub: expect.stringMatching(/^\d{21}$/),
  });
  expect(read(again.body.credential.split('.')[1]).sub).toBe(read(payload).sub);
});

it('a wish without an address is refused, and knobs are obeyed', async () => {
  await using world = await startWorld('http://127.0.0.1:9');

  expect((await credentialOf(world, { name: 'Asha' })).status).toBe(400);
  await turnKnob(world, { target: 'google.certs', status: 500, times: 1 });
  expect((await fetch(`${world.url}/sandbox/google/certs`)).status).toBe(500);
  expect((await fetch(`${world.url}/sandbox/google/certs`)).status).toBe(200);
});

it.skipIf(chromiumPath === undefined)(
  'the button opens a dialog that takes the focus and hands the page a credential with its nonce',
  async () => {
    await using front = await openShopFront();
    await using world = await startWorld(front.url);
    front.passTo(world);
    await using browser = await openBrowser();
    const { page, complaints } = browser;
    await page.goto(front.url);

    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.locator('h2:focus').waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.getByLabel('Google email').fill(asha.email);
    await page.getByLabel('Google name').fill(asha.name);
    await page.getByRole('button', { name: 'Sign in' }).click();

    const said = page.locator('output', { hasText: 'credential' });
    await said.waitFor();
    const { credential } = JSON.parse((await said.textContent()) ?? '') as { credential: string };
    const [, payload = ''] = credential.split('.');
    expect(read(payload)).toMatchObject({
      ...asha,
      aud: 'the-shop',
      nonce: 'n7',
      email_verified: true,
    });
    expect(complaints).toEqual([]);
  },
);
