import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  EMAIL,
  type Fixture,
  HOUR_MS,
  NEW_PASSWORD,
  openFixture,
  outcomeOf,
  PASSWORD,
  postJson,
  tokenIn,
} from './fixture.ts';

const FAILED = { code: 'login-failed', status: 401, message: 'Google login failed' };
const user = { email: EMAIL, name: 'Asha' };

const signIn = (fixture: Fixture, credential: string, next?: string) =>
  fixture.visitor.googleSignIn({ body: { credential, ...(next === undefined ? {} : { next }) } });

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const decode = (text = ''): Record<string, unknown> => JSON.parse(Buffer.from(text, 'base64url').toString());

describe('Google sign-in', () => {
  it('creates a USER at the first sign-in and finds it at the next (IDN-14)', async () => {
    await using fixture = await openFixture();

    const first = await signIn(fixture, await fixture.credential(user));
    const second = await signIn(fixture, await fixture.credential({ ...user, name: 'Somebody else' }));

    expect(first.user).toMatchObject({ name: 'Asha', role: 'USER' });
    expect(second.user._id).toBe(first.user._id);
    const profile = await fixture.as(first.token).getProfile();
    expect(profile).toMatchObject({ email: EMAIL, hasPassword: false, hasGoogle: true });
    expect(
      (await fixture.service.publishedEvents()).filter(({ type }) => type.includes('registered')),
    ).toHaveLength(2);
  });

  it('creates one account in thirty concurrent first sign-ins', async () => {
    await using fixture = await openFixture();
    const credential = await fixture.credential(user);

    const sessions = await Promise.all(Array.from({ length: 30 }, () => signIn(fixture, credential)));

    expect(new Set(sessions.map(({ user }) => user._id)).size).toBe(1);
  });

  it('links an account with the same email only when Google has verified it (IDN-36, S23)', async () => {
    await using fixture = await openFixture();
    const { userId } = await fixture.register(EMAIL);

    const refused = await outcomeOf(signIn(fixture, await fixture.credential({ ...user, verified: false })));
    const linked = await signIn(fixture, await fixture.credential({ ...user, email: 'Asha@Example.org' }));

    expect(refused).toEqual(FAILED);
    expect(linked.user._id).toBe(userId);
    expect(
      await outcomeOf(signIn(fixture, await fixture.credential({ ...user, sub: '7'.repeat(21) }))),
    ).toEqual(FAILED);
  });

  it('refuses an unverified email in the same way without an account (P37)', async () => {
    await using fixture = await openFixture();

    const response = await outcomeOf(signIn(fixture, await fixture.credential({ ...user, verified: false })));

    expect(response).toEqual(FAILED);
  });

  it('removes the access of a squatter who never verified the email', async () => {
    await using fixture = await openFixture();
    const squatter = await fixture.register(EMAIL);
    await squatter.client.updateProfile({
      body: { newEmail: 'attacker@example.org', currentPassword: PASSWORD },
    });
    const attackerToken = tokenIn((await fixture.mails('attacker@example.org'))[0]);

    const { token } = await signIn(fixture, await fixture.credential(user));

    expect((await outcomeOf(squatter.client.getProfile())).message).toBe('Invalid token');
    expect((await outcomeOf(fixture.logIn(EMAIL, PASSWORD))).status).toBe(401);
    expect(await fixture.confirmEmail(attackerToken)).toBe('expired');
    expect(await fixture.as(token).getProfile()).toMatchObject({
      email: EMAIL,
      pendingEmail: null,
    });
  });

  it('keeps a password that was set by mail', async () => {
    await using fixture = await openFixture();
    await fixture.register(EMAIL);
    await fixture.resetPassword(EMAIL, NEW_PASSWORD);
    const before = await fixture.logIn(EMAIL, NEW_PASSWORD);

    await signIn(fixture, await fixture.credential(user));

    expect(await fixture.as(before.token).getProfile()).toMatchObject({ hasPassword: true, hasGoogle: true });
    await fixture.logIn(EMAIL, NEW_PASSWORD);
  });

  it('refuses a token for another site, unsigned, with another key or algorithm, or expired (S23)', async () => {
    await using fixture = await openFixture();
    const good = await fixture.credential(user);
    const [head, payload] = good.split('.');
    const claims = decode(payload);
    const signedBy = (header: object, body: object) => {
      const text = `${encode(header)}.${encode(body)}`;
      return `${text}.${sign('RSA-SHA256', Buffer.from(text), pair.privateKey).toString('base64url')}`;
    };
    const forged = [
      await fixture.credential({ ...user, clientId: 'another-site' }),
      `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${encode({ ...decode(head), alg: 'HS256' })}.${payload}.x`,
      signedBy(decode(head), claims),
      signedBy({ ...decode(head), jwk: pair.publicKey.export({ format: 'jwk' }) }, claims),
      signedBy({ alg: 'RS256', kid: 'unknown' }, claims),
      `${head}.${encode({ ...claims, email: 'owner@example.org' })}.${good.split('.')[2]}`,
      'not a token',
    ];

    for (const credential of forged) expect(await outcomeOf(signIn(fixture, credential))).toEqual(FAILED);
    fixture.service.clock.advance(HOUR_MS + 61_000);
    expect(await outcomeOf(signIn(fixture, good))).toEqual(FAILED);
  });

  it('accepts a token with a nonce once, only in the browser of the nonce', async () => {
    await using fixture = await openFixture();
    const settings = await fetch(`${fixture.service.url}/auth/google`);
    const { nonce, clientId, scriptUrl } = (await settings.json()) as Record<string, string>;
    const cookie = settings.headers.get('set-cookie')?.split(';')[0] ?? '';
    const credential = await fixture.credential({ ...user, nonce });
    const url = `${fixture.service.url}/auth/google`;

    expect({ clientId, scriptUrl }).toEqual({
      clientId: 'satrangi-sandbox.apps.googleusercontent.com',
      scriptUrl: '/sandbox/google.js',
    });
    expect(settings.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
    const otherPage = await (await fetch(url, { headers: { cookie } })).json();
    expect(otherPage).toMatchObject({ nonce });
    expect((await postJson(url, { credential })).status).toBe(401);
    expect((await postJson(url, { credential: await fixture.credential(user) }, { cookie })).status).toBe(
      401,
    );
    const response = await postJson(url, { credential }, { cookie });
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie().join()).toMatch(/satrangi_google=;/);
  });

  it('redirects only to a path of this site (IDN-42, S20)', async () => {
    await using fixture = await openFixture();
    const credential = await fixture.credential(user);
    const nextOf = async (next?: string) => (await signIn(fixture, credential, next)).next;

    expect(await nextOf('/ebook/7')).toBe('/ebook/7');
    for (const bad of [
      undefined,
      '',
      '//evil.test',
      '/\\evil.test',
      'https://evil.test',
      'javascript:alert(1)',
    ])
      expect(await nextOf(bad)).toBe('/profile');
  });

  it('responds 503 while Google’s keys cannot be read', async () => {
    await using fixture = await openFixture();
    await fixture.injectFault({ target: 'google.certs', status: 500 });
    const credential = await fixture.credential(user);

    expect((await outcomeOf(signIn(fixture, credential))).status).toBe(503);
    await fixture.clearFaults();
  });

  it('is not offered without a client id', async () => {
    await using fixture = await openFixture({ GOOGLE_CLIENT_ID: '' });

    expect(await fixture.visitor.googleSettings()).toMatchObject({ clientId: null, scriptUrl: null });
    expect((await outcomeOf(signIn(fixture, 'x'))).status).toBe(404);
  });

  it('allows a hundred failures from one address, then 429 (S15)', async () => {
    await using fixture = await openFixture();
    const credential = await fixture.credential({ ...user, verified: false });

    const outcomes = await Promise.all(
      Array.from({ length: 104 }, () => outcomeOf(signIn(fixture, credential))),
    );

    expect(outcomes.filter(({ status }) => status === 401)).toHaveLength(100);
    expect(outcomes.filter(({ status }) => status === 429)).toHaveLength(4);
  });
});
