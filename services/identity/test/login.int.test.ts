/** Login by password, and log-out. */
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { asha, bootIdentity, outcomeOf } from './fixture.ts';

describe('login', () => {
  it('issues a token that verifies with the published keys (IDN-07, IDN-30) and a cookie for streams (IDN-35)', async () => {
    await using fixture = await bootIdentity({ PUBLIC_URL: 'https://satrangi.example', JWT_TTL: '1h' });
    await fixture.visitor.register({ body: asha });

    const response = await fetch(`${fixture.service.url}/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ASHA@example.org', password: asha.password }),
    });
    const { token, user } = (await response.json()) as { token: string; user: { _id: string } };

    const keys = createRemoteJWKSet(new URL(`${fixture.service.url}/.well-known/jwks.json`));
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['ES256'],
      issuer: 'satrangi',
      audience: 'satrangi',
      currentDate: fixture.service.clock.now(),
    });
    expect(payload).toMatchObject({ sub: user._id, role: 'USER', tv: 0 });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
    expect(decodeProtectedHeader(token).kid).toBeTruthy();
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^satrangi_session=/);
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Max-Age=3600']) expect(cookie).toContain(part);
    expect(JSON.stringify(payload)).not.toMatch(/asha/i);
  });

  it('responds with the same 401 body to a wrong password and an unknown identifier (IDN-08)', async () => {
    await using fixture = await bootIdentity();
    await fixture.visitor.register({ body: asha });
    const bodyOf = async (email: string) => {
      const response = await fetch(`${fixture.service.url}/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'not-this' }),
      });
      const { requestId: _, ...body } = (await response.json()) as Record<string, unknown>;
      return { status: response.status, body };
    };

    const known = await bodyOf('asha@example.org');

    expect(known).toEqual(await bodyOf('nobody@example.org'));
    expect(known).toMatchObject({ status: 401, body: { message: 'Login failed', code: 'login-failed' } });
  });

  it('allows ten failures from one address, then 429 with Retry-After, also when concurrent (IDN-39)', async () => {
    await using fixture = await bootIdentity();
    await fixture.visitor.register({ body: asha });
    const guess = () => outcomeOf(fixture.visitor.login({ body: { email: asha.email, password: 'guess!' } }));

    const outcomes = await Promise.all(Array.from({ length: 25 }, guess));

    expect(outcomes.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(outcomes.filter(({ status }) => status === 429)).toHaveLength(15);
    const blocked = await fetch(`${fixture.service.url}/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: asha.email, password: asha.password }),
    });
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await blocked.json()).toMatchObject({ message: 'Too many attempts. Try again later.' });
  });

  it('guesses from another address do not lock the owner out, and the limit expires (attack S15)', async () => {
    await using fixture = await bootIdentity({ INTERNAL_SECRET: 'between services' });
    await fixture.visitor.register({ body: asha });
    const from = (address: string, password: string) =>
      outcomeOf(
        fixture.visitor.login(
          { body: { email: asha.email, password } },
          { headers: { 'x-client-ip': address, 'x-internal-secret': 'between services' } },
        ),
      );

    for (let n = 0; n < 11; n++) await from('203.0.113.66', 'guess!');

    expect((await from('203.0.113.66', asha.password)).status).toBe(429);
    expect((await from('198.51.100.7', asha.password)).status).toBe(200);
    fixture.service.clock.advance(15 * 60_000 + 1);
    expect((await from('203.0.113.66', asha.password)).status).toBe(200);
  });

  it('log-out expires the cookie', async () => {
    await using fixture = await bootIdentity();

    const response = await fetch(`${fixture.service.url}/users/logout`, { method: 'POST' });

    expect(response.status).toBe(204);
    expect(response.headers.get('set-cookie')).toMatch(/^satrangi_session=;/);
  });
});
