/** Valid, expired and revoked logins. */
import { generateKeyPairSync } from 'node:crypto';
import {
  defineApi,
  identitySnapshotRequested,
  SessionId,
  sessionRevoked,
  UserId,
  userDeleted,
  userUpdated,
} from '@satrangi/contracts';
import jsonwebtoken from 'jsonwebtoken';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineService, MAX_TOKEN_AGE_S, mountApi } from '../src/index.ts';
import { anEvent, bootService, testUser, tokenOf } from '../src/testing/index.ts';
import { asha, bearer, callerApi, callerHandlers } from './caller-api.ts';

const api = defineApi({
  ...callerApi,
  shown: { method: 'GET', path: '/shown', access: 'public', summary: '', response: z.object({}) },
  ticketed: {
    method: 'GET',
    path: '/ticketed',
    access: 'public',
    kind: 'stream',
    ticket: true,
    summary: '',
    query: z.object({ ticket: z.string() }),
    response: z.unknown(),
  },
});

const service = defineService({
  name: 'library',
  config: z.object({}),
  build: ({ sessions }) => ({
    start: async () => sessions.requestSnapshot(),
    apis: [
      mountApi(api, {
        ...callerHandlers,
        shown: () => ({}),
        ticketed: ({ query }, caller, { response }) =>
          void response.end(`${query.ticket} ${caller?.userId ?? 'visitor'}`),
      }),
    ],
  }),
});

const problem = async (answer: Response): Promise<unknown[]> => {
  const { status, code, detail } = (await answer.json()) as Record<string, unknown>;
  return [status, code, detail];
};

it('forged, foreign and expired tokens are refused', async () => {
  await using booted = await bootService(service);
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const claims = { sub: 'asha', role: 'ADMIN', tv: 0, iss: 'satrangi', aud: 'satrangi' };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const good = tokenOf(asha);
  const withKey = { alg: 'ES256', kid: 'test-key', jwk: other.publicKey.export({ format: 'jwk' }) };
  const forged = [
    `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`,
    `${part({ alg: 'none', kid: 'test-key' })}.${part(claims)}.`,
    tokenOf(asha, { key: other.privateKey }),
    tokenOf(asha, { kid: 'unknown-key' }),
    tokenOf(asha, { issuer: 'elsewhere' }),
    tokenOf(asha, { audience: 'tickets' }),
    jsonwebtoken.sign(claims, 'secret', { algorithm: 'HS256', keyid: 'test-key' }),
    jsonwebtoken.sign(claims, other.privateKey, {
      algorithm: 'ES256',
      header: withKey,
    }),
    jsonwebtoken.sign(claims, other.privateKey, {
      algorithm: 'ES256',
      header: { alg: 'ES256', kid: 'test-key', jku: `${booted.url}/keys` },
    }),
    jsonwebtoken.sign(claims, other.privateKey, { algorithm: 'ES256', keyid: '../../dev/null' }),
    `${good.slice(0, -4)}AAAA`,
    good.split('.').slice(0, 2).join('.'),
    'not a token',
    'x'.repeat(10_000),
  ];

  for (const token of forged) {
    const answer = await fetch(`${booted.url}/me`, { headers: bearer(token) });
    expect(await problem(answer), token.slice(0, 40)).toEqual([401, 'invalid-token', 'Invalid token']);
  }
  const late = await fetch(`${booted.url}/me`, { headers: bearer(tokenOf(asha, { expiresIn: -61 })) });
  expect(await problem(late)).toEqual([401, 'invalid-token', 'jwt expired']);
  const nearly = await fetch(`${booted.url}/me`, { headers: bearer(tokenOf(asha, { expiresIn: -30 })) });
  expect(nearly.status).toBe(200);
  expect(await booted.as('not.a.token', api).open()).toEqual({ id: null });
});

it('a login is valid for 31 days at most, whatever its expiry', async () => {
  await using booted = await bootService(service);
  const issued = (age: number) =>
    fetch(`${booted.url}/me`, { headers: bearer(tokenOf(asha, { age, expiresIn: 366 * 86_400 })) });

  expect((await issued(MAX_TOKEN_AGE_S - 3_600)).status).toBe(200);
  expect(await problem(await issued(MAX_TOKEN_AGE_S + 3_600))).toEqual([401, 'invalid-token', 'jwt expired']);
});

it('deleted, demoted and signed-out accounts are refused immediately', async () => {
  await using booted = await bootService(service);
  const admin = testUser({ userId: 'admin', role: 'ADMIN' });
  await booted.as(admin, api).boss();
  const update = (data: { role: 'USER' | 'ADMIN'; tokenVersion: number }, time: string) =>
    booted.deliver(
      anEvent(userUpdated, { data: { userId: UserId.parse('admin'), ...data }, time: new Date(time) }),
    );

  await update({ role: 'USER', tokenVersion: 0 }, '2026-01-01T00:00:02Z');
  await expect(booted.as(admin, api).boss()).rejects.toMatchObject({ status: 403 });
  await update({ role: 'ADMIN', tokenVersion: 0 }, '2026-01-01T00:00:01Z');
  await expect(booted.as(admin, api).boss()).rejects.toMatchObject({ status: 403 });
  await update({ role: 'ADMIN', tokenVersion: 1 }, '2026-01-01T00:00:03Z');
  await expect(booted.as(admin, api).me()).rejects.toMatchObject({ status: 401, message: 'Invalid token' });
  const renewed = testUser({ userId: 'admin', role: 'ADMIN', tokenVersion: 1 });
  await booted.as(renewed, api).boss();
  await booted.deliver(anEvent(userDeleted, { data: { userId: UserId.parse('admin') } }));
  await update({ role: 'ADMIN', tokenVersion: 9 }, '2026-01-01T00:00:09Z');

  await expect(booted.as(renewed, api).me()).rejects.toMatchObject({ status: 401 });
  expect(identitySnapshotRequested.type).toBe('identity.snapshot-requested.v1');
});

it('an unverifiable login is answered 503, not treated as a visitor', async () => {
  await using booted = await bootService(service, { env: { IDENTITY_URL: 'http://127.0.0.1:1' } });
  const byTicket = await fetch(`${booted.url}/ticketed?ticket=seat-7`, { headers: bearer(tokenOf(asha)) });

  await expect(booted.as(asha, api).open()).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  expect(await booted.as('visitor', api).open()).toEqual({ id: null });
  expect(await booted.as(asha, api).shown()).toEqual({});
  expect(await byTicket.text()).toBe('seat-7 visitor');
});

const revoked = (sessionId: string, expiresAt = new Date(Date.now() + 3_600_000)) =>
  anEvent(sessionRevoked, {
    data: {
      userId: UserId.parse('asha'),
      sessionId: SessionId.parse(sessionId),
      expiresAt: expiresAt.toISOString(),
    },
  });

it('a revoked login does not end the other logins of the account, with or without an id', async () => {
  await using booted = await bootService(service);
  const logins = ['here', 'elsewhere'].map((sessionId) => testUser({ userId: 'asha', sessionId }));
  const statuses = () =>
    Promise.all(
      [...logins, asha].map(
        async (user) => (await fetch(`${booted.url}/me`, { headers: bearer(tokenOf(user)) })).status,
      ),
    );
  expect(await statuses()).toEqual([200, 200, 200]);

  await booted.deliver(revoked('here'));
  await booted.deliver(revoked('here'));

  expect(await statuses()).toEqual([401, 200, 200]);
  await booted.deliver(
    anEvent(userUpdated, { data: { userId: UserId.parse('asha'), role: 'USER', tokenVersion: 1 } }),
  );
  expect(await statuses()).toEqual([401, 401, 401]);
});

it('a revocation survives a restart and reaches other replicas', async () => {
  const env = { DB_SUFFIX: `_revoked_${Date.now()}` };
  const redis = `memory:${env.DB_SUFFIX}`;
  await using first = await bootService(service, { env, redis });
  await using replica = await bootService(service, { env, redis });
  const token = tokenOf(testUser({ userId: 'asha', sessionId: 'here' }));
  const status = async (url: string) => (await fetch(`${url}/me`, { headers: bearer(token) })).status;
  expect([await status(first.url), await status(replica.url)]).toEqual([200, 200]);

  await first.deliver(revoked('here'));
  await vi.waitFor(async () => expect(await status(replica.url)).toBe(401));
  await using restarted = await bootService(service, { env });

  expect(await status(restarted.url)).toBe(401);
});

it('a service without revocations requests a snapshot from identity; one with revocations does not', async () => {
  const env = { DB_SUFFIX: `_asks_${Date.now()}` };
  const requests = async (booted: Awaited<ReturnType<typeof bootService>>) =>
    (await booted.publishedEvents()).filter(({ type }) => type === identitySnapshotRequested.type).length;
  {
    await using first = await bootService(service, { env });
    await vi.waitFor(async () => expect(await requests(first)).toBe(1));
    await first.deliver(
      anEvent(userUpdated, { data: { userId: UserId.parse('asha'), role: 'USER', tokenVersion: 0 } }),
    );
  }
  await using again = await bootService(service, { env });
  await again.runJob('sessions.catch-up');
  expect(await requests(again)).toBe(0);
});
