import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { SANDBOX_CLIENT_ID } from '../src/index.ts';
import { control, setKnob, startSandboxFixture } from './fixture.ts';
import { chromiumPath, openBrowser, startShopPage, violationsIn } from './shop-page.ts';

const account = { email: 'asha@example.org', name: 'Asha' };
const read = (part = ''): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString());
const credentialOf = async (fixture: { url: string }, input: Record<string, unknown>) =>
  control<{ credential: string }>(fixture, 'POST', '/google/credential', input);

it('issues an ID token like Google’s that the published key set verifies', async () => {
  await using fixture = await startSandboxFixture('http://127.0.0.1:9');

  const { body } = await credentialOf(fixture, { ...account, verified: false, nonce: 'n1' });
  const again = await credentialOf(fixture, account);

  const certs = (await (await fetch(`${fixture.url}/sandbox/google/certs`)).json()) as { keys: JsonWebKey[] };
  const [head = '', payload = '', signature = ''] = body.credential.split('.');
  const [key] = certs.keys;
  const isVerified = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${payload}`),
    createPublicKey({ key: key ?? {}, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  );
  expect(isVerified).toBe(true);
  expect(read(head)).toEqual({ alg: 'RS256', kid: key?.kid, typ: 'JWT' });
  expect(read(payload)).toMatchObject({
    ...account,
    iss: 'https://accounts.google.com',
    aud: SANDBOX_CLIENT_ID,
    email_verified: false,
    nonce: 'n1',
    sub: expect.stringMatching(/^\d{21}$/),
  });
  expect(read(again.body.credential.split('.')[1]).sub).toBe(read(payload).sub);
});

it('refuses a credential request without a mail address, and injects faults by knobs', async () => {
  await using fixture = await startSandboxFixture('http://127.0.0.1:9');

  expect((await credentialOf(fixture, { name: 'Asha' })).status).toBe(400);
  await setKnob(fixture, { target: 'google.certs', status: 500, times: 1 });
  expect((await fetch(`${fixture.url}/sandbox/google/certs`)).status).toBe(500);
  expect((await fetch(`${fixture.url}/sandbox/google/certs`)).status).toBe(200);
});

it.skipIf(chromiumPath === undefined)(
  'the button opens a dialog with focus and returns a credential with the nonce',
  async () => {
    await using front = await startShopPage();
    await using fixture = await startSandboxFixture(front.url);
    front.proxyTo(fixture);
    await using browser = await openBrowser();
    const { page, pageErrors } = browser;
    await page.goto(front.url);

    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.locator('h2:focus').waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.getByLabel('Google email').fill(account.email);
    await page.getByLabel('Google name').fill(account.name);
    await page.getByRole('button', { name: 'Sign in' }).click();

    const output = page.locator('output', { hasText: 'credential' });
    await output.waitFor();
    const { credential } = JSON.parse((await output.textContent()) ?? '') as { credential: string };
    const [, payload = ''] = credential.split('.');
    expect(read(payload)).toMatchObject({
      ...account,
      aud: 'the-shop',
      nonce: 'n7',
      email_verified: true,
    });
    expect(pageErrors).toEqual([]);
  },
);
