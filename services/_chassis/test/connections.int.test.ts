/** Connections of a service as an admin checks them, over HTTP. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CONNECTION_CHECK_MS,
  CONNECTION_CHECKS_MAX,
  connectionTexts,
  operationsApi,
} from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerOfStatus, type Connection, defineService } from '../src/index.ts';
import { bootService, refusalOf, testUser } from '../src/testing/index.ts';

const api = operationsApi('library');
const admin = testUser({ userId: 'the-admin', role: 'ADMIN' });

const declared = (id: string, fields: Partial<Connection>): Connection => ({
  id,
  name: 'The provider',
  purpose: 'Tests',
  area: 'money',
  missing: [],
  isSandbox: false,
  check: async () => answerOfStatus(200, { name: 'The provider', settings: [] }),
  ...fields,
});

const libraryWith = (connections: readonly Connection[]) =>
  bootService(
    defineService({
      name: 'library',
      config: z.object({}),
      build: () => ({ apis: [], connections }),
    }),
  );

describe('connections', () => {
  it.each<[string, Partial<Connection>, object]>([
    ['works', {}, { state: 'works', sentence: 'The provider accepts the settings.' }],
    [
      'sandbox',
      { isSandbox: true },
      {
        state: 'sandbox',
        sentence: 'The provider accepts the settings. It is a sandbox: nothing real happens.',
      },
    ],
    [
      'refused',
      { check: async () => answerOfStatus(401, { name: 'The provider', settings: ['A_KEY'] }) },
      { state: 'refused', sentence: 'The provider does not accept the key (401). See A_KEY.' },
    ],
    [
      'refused by a sandbox',
      {
        isSandbox: true,
        check: async () => answerOfStatus(503, { name: 'The provider', settings: ['A_KEY'] }),
      },
      { state: 'refused', sentence: 'The provider answered with an error of its own (503).' },
    ],
    [
      'unreachable',
      { check: () => Promise.reject(new Error('connect to sk_live_secret failed')) },
      { state: 'no-answer', sentence: connectionTexts.unreachable },
    ],
    ['called by the provider', { check: null }, { state: 'set-up' }],
    [
      'not configured',
      { missing: ['A_KEY', 'AN_ID'], check: () => Promise.reject(new Error('called')) },
      { state: 'not-configured', sentence: 'A_KEY and AN_ID are not set.' },
    ],
  ])('%s are reported as that', async (_what, fields, found) => {
    await using service = await libraryWith([declared('one', fields)]);
    const checked = await service.as(admin, api).checkConnection({ params: { connection: 'one' } });
    expect(checked).toMatchObject(found);
    expect(JSON.stringify(checked)).not.toContain('secret');
  });

  it('are listed without a call, with the names of missing settings only', async () => {
    let calls = 0;
    const check = async () => {
      calls += 1;
      return { isAccepted: true, sentence: 'Fine.' };
    };
    await using service = await libraryWith([declared('one', { check, missing: ['A_KEY'] })]);
    expect(await service.as(admin, api).listConnections()).toEqual({
      items: [
        {
          id: 'one',
          name: 'The provider',
          purpose: 'Tests',
          area: 'money',
          missing: ['A_KEY'],
          isSandbox: false,
        },
      ],
    });
    expect(calls).toBe(0);
    const unknown = service.as(admin, api).checkConnection({ params: { connection: 'other' } });
    expect((await refusalOf(unknown)).code).toBe('not-found');
  });

  it('that do not answer end at the time limit', { timeout: 60_000 }, async () => {
    await using service = await libraryWith([declared('one', { check: () => new Promise(() => {}) })]);
    const before = Date.now();
    expect(await service.as(admin, api).checkConnection({ params: { connection: 'one' } })).toMatchObject({
      state: 'no-answer',
      sentence: connectionTexts.noAnswer,
    });
    expect(Date.now() - before).toBeGreaterThanOrEqual(CONNECTION_CHECK_MS - 100);
  });

  it('share one call of checks at the same time, and are not checked too often', async () => {
    let calls = 0;
    const release = Promise.withResolvers<void>();
    const check = async () => {
      calls += 1;
      await release.promise;
      return { isAccepted: true, sentence: 'Fine.' };
    };
    await using service = await libraryWith([declared('one', { check }), declared('other', {})]);
    const calling = service.as(admin, api);
    const one = () => calling.checkConnection({ params: { connection: 'one' } });
    const together = Array.from({ length: CONNECTION_CHECKS_MAX }, one);
    await expect.poll(() => calls, { timeout: 20_000 }).toBe(1);
    // until the others have arrived
    await sleep(1_000);
    release.resolve();
    await Promise.all(together);

    const refused = await refusalOf(one());
    expect([refused.status, refused.message]).toEqual([
      429,
      expect.stringContaining(connectionTexts.tooOften),
    ]);
    expect(calls).toBeLessThan(CONNECTION_CHECKS_MAX);
    // another connection has its own limit
    await calling.checkConnection({ params: { connection: 'other' } });
    service.clock.advance(61_000);
    await one();
  });

  it('are for admins only (P83), and a check is no change: the audit log stays empty', async () => {
    await using service = await libraryWith([declared('one', {})]);
    for (const [user, status] of [
      [testUser(), 403],
      ['visitor', 401],
    ] as const) {
      const calls = service.as(user, api);
      const refused = [calls.listConnections(), calls.checkConnection({ params: { connection: 'one' } })];
      expect(await Promise.all(refused.map(async (call) => (await refusalOf(call)).status))).toEqual([
        status,
        status,
      ]);
    }
    await service.as(admin, api).checkConnection({ params: { connection: 'one' } });
    expect(await service.auditEvents()).toEqual([]);
  });
});
