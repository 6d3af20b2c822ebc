import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openWorld, PASSWORD, postJson, refusal, tokenIn, type World } from './world.ts';

const FAILED = { code: 'login-failed', status: 401, message: 'Google login failed' };
const asha = { email: 'asha@example.org', name: 'Asha' };

const signIn = (world: World, credential: string, next?: string) =>
  world.visitor.googleSignIn({ body: { credential, ...(next === undefined ? {} : { next }) } });

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const read = (text = ''): Record<string, unknown> => JSON.parse(Buffer.from(text, 'base64url').toString());

describe('Google sign-in', () => {
  it('makes a USER the first time and finds the same one the next time (IDN-14)', async () => {
    await using world = await openWorld();

    const first = await signIn(world, await world.credential(asha));
    const second = await signIn(world, await world.credential({ ...asha, name: 'Somebody else' }));

    expect(first.user).toMatchObject({ name: 'Asha', role: 'USER' });
    expect(second.user._id).toBe(first.user._id);
    const profile = await world.as(first.token).getProfile();
    expect(profile).toMatchObject({ email: asha.email, hasPassword: false, hasGoogle: true });
    expect((await world.service.announced()).filter(({ type }) => type.includes('registered'))).toHaveLength(
      2,
    );
  });

  it('thirty first sign-ins at once make one account', async () => {
    await using world = await openWorld();
    const credential = await world.credential(asha);

    const sessions = await Promise.all(Array.from({ length: 30 }, () => signIn(world, credential)));

    expect(new Set(sessions.map(({ user }) => user._id)).size).toBe(1);
  });

  it('an account with the same address is joined when Google has verified it, never otherwise (IDN-36, S23)', async () => {
    await using world = await openWorld();
    const { userId } = await world.join('asha@example.org');

    const refused = await refusal(signIn(world, await world.credential({ ...asha, verified: false })));
    const joined = await signIn(world, await world.credential({ ...asha, email: 'Asha@Example.org' }));

    expect(refused).toEqual(FAILED);
    expect(joined.user._id).toBe(userId);
    expect(await refusal(signIn(world, await world.credential({ ...asha, sub: '7'.repeat(21) })))).toEqual(
      FAILED,
    );
  });

  it('an unverified address is refused the same when nobody has it: no account is told of (P37)', async () => {
    await using world = await openWorld();

    const answer = await refusal(signIn(world, await world.credential({ ...asha, verified: false })));

    expect(answer).toEqual(FAILED);
  });

  it('whoever opened the account under an address they never proved is out once its owner comes', async () => {
    await using world = await openWorld();
    const squatter = await world.join('asha@example.org');
    await squatter.mine.updateProfile({ body: { newEmail: 'thief@example.org', currentPassword: PASSWORD } });
    const thief = tokenIn((await world.mails('thief@example.org'))[0]);

    const { token } = await signIn(world, await world.credential(asha));

    expect((await refusal(squatter.mine.getProfile())).message).toBe('Invalid token');
    expect((await refusal(world.logIn('asha@example.org', PASSWORD))).status).toBe(401);
    expect(await world.confirm(thief)).toBe('expired');
    expect(await world.as(token).getProfile()).toMatchObject({
      email: 'asha@example.org',
      pendingEmail: null,
    });
  });

  it('an owner who has set the password by mail keeps it', async () => {
    await using world = await openWorld();
    await world.join('asha@example.org');
    await world.visitor.forgotPassword({ body: { email: asha.email } });
    const token = tokenIn((await world.mails(asha.email))[0]);
    await world.visitor.resetPassword({ body: { token, password: 'monsoon in malabar' } });
    const before = await world.logIn(asha.email, 'monsoon in malabar');

    await signIn(world, await world.credential(asha));

    expect(await world.as(before.token).getProfile()).toMatchObject({ hasPassword: true, hasGoogle: true });
    await world.logIn(asha.email, 'monsoon in malabar');
  });

  it('a token for another site, unsigned, of another key, of another kind or too old does not count (S23)', async () => {
    await using world = await openWorld();
    const good = await world.credential(asha);
    const [head, payload] = good.split('.');
    const claims = read(payload);
    const signedBy = (header: object, body: object) => {
      const text = `${part(header)}.${part(body)}`;
      return `${text}.${sign('RSA-SHA256', Buffer.from(text), pair.privateKey).toString('base64url')}`;
    };
    const forged = [
      await world.credential({ ...asha, clientId: 'another-site' }),
      `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${part({ ...read(head), alg: 'HS256' })}.${payload}.x`,
      signedBy(read(head), claims),
      signedBy({ ...read(head), jwk: pair.publicKey.export({ format: 'jwk' }) }, claims),
      signedBy({ alg: 'RS256', kid: 'unknown' }, claims),
      `${head}.${part({ ...claims, email: 'owner@example.org' })}.${good.split('.')[2]}`,
      'not a token',
    ];

    for (const credential of forged) expect(await refusal(signIn(world, credential))).toEqual(FAILED);
    world.service.clock.advance(3_600_000 + 61_000);
    expect(await refusal(signIn(world, good))).toEqual(FAILED);
  });

  it('a token with a nonce counts only in the browser that asked for it, once', async () => {
    await using world = await openWorld();
    const settings = await fetch(`${world.service.url}/auth/google`);
    const { nonce, clientId, scriptUrl } = (await settings.json()) as Record<string, string>;
    const cookie = settings.headers.get('set-cookie')?.split(';')[0] ?? '';
    const credential = await world.credential({ ...asha, nonce });
    const url = `${world.service.url}/auth/google`;

    expect({ clientId, scriptUrl }).toEqual({
      clientId: 'satrangi-sandbox.apps.googleusercontent.com',
      scriptUrl: '/sandbox/google.js',
    });
    expect(settings.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
    const otherPage = await (await fetch(url, { headers: { cookie } })).json();
    expect(otherPage).toMatchObject({ nonce });
    expect((await postJson(url, { credential })).status).toBe(401);
    expect((await postJson(url, { credential: await world.credential(asha) }, { cookie })).status).toBe(401);
    const answer = await postJson(url, { credential }, { cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join()).toMatch(/satrangi_google=;/);
  });

  it('goes on only to a path of this site (IDN-42, S20)', async () => {
    await using world = await openWorld();
    const credential = await world.credential(asha);
    const nextOf = async (next?: string) => (await signIn(world, credential, next)).next;

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

  it('while Google’s keys can not be read nobody is let in, and it is nobody’s fault', async () => {
    await using world = await openWorld();
    await world.knob({ target: 'google.certs', status: 500 });
    const credential = await world.credential(asha);

    expect((await refusal(signIn(world, credential))).status).toBe(503);
    await world.calm();
  });

  it('is not offered without a client id', async () => {
    await using world = await openWorld({ GOOGLE_CLIENT_ID: '' });

    expect(await world.visitor.googleSettings()).toMatchObject({ clientId: null, scriptUrl: null });
    expect((await refusal(signIn(world, 'x'))).status).toBe(404);
  });

  it('a hundred failures from one address, then 429 (S15)', async () => {
    await using world = await openWorld();
    const credential = await world.credential({ ...asha, verified: false });

    const answers = await Promise.all(Array.from({ length: 104 }, () => refusal(signIn(world, credential))));

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  });
});
