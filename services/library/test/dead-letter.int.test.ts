import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { defineService, on, PermanentError, RETRY_DELAYS_MS } from '@satrangi/chassis';
import { bootService, testUser } from '@satrangi/chassis/testing';
import { libraryApi, MediaId, subscriptions } from '@satrangi/contracts';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AMQP_URL, brokerAdmin, hasAmqp, uniquePrefix } from '../../_chassis/test/support.ts';
import { bootLibrary, paid } from './boot-library.ts';

const replay = fileURLToPath(new URL('../../_chassis/src/bus/replay-dead-letters.ts', import.meta.url));
const waitOptions = { timeout: 40_000, interval: 100 };
const queue = 'library.grant-access';
const order = { orderId: 'o1', userId: 'asha', items: [{ mediaId: 'book' }] };

/** A library whose handler fails permanently, so that the message is parked as a dead letter. */
const brokenLibrary = defineService({
  name: 'library',
  config: z.object({}),
  build: () => ({
    apis: [],
    subscriptions: [
      on(subscriptions[queue], async () => {
        throw new PermanentError('the grants are broken');
      }),
    ],
  }),
});

const runReplay = async (prefix: string, ...args: string[]): Promise<string> => {
  const env = { PATH: process.env.PATH ?? '', AMQP_URL, AMQP_PREFIX: prefix };
  const { stdout } = await promisify(execFile)(process.execPath, [replay, queue, ...args], { env });
  return stdout;
};

describe.skipIf(!hasAmqp)('a paid order', () => {
  it('that failed permanently is parked with its reason, listed by the replay command, and granted after a replay (LIB-19)', {
    timeout: 120_000,
  }, async () => {
    const prefix = uniquePrefix();
    await using _admin = await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS);
    const options = { amqp: AMQP_URL, env: { AMQP_PREFIX: prefix } };
    {
      await using broken = await bootService(brokenLibrary, options);
      await broken.bus.publish(paid(order));
      await vi.waitFor(async () => expect(await runReplay(prefix)).toContain('1 parked'), waitOptions);
    }
    const listing = await runReplay(prefix);
    expect(listing).toContain('the grants are broken');
    expect(listing).not.toContain('asha');

    await using library = await bootLibrary(options);
    expect(await runReplay(prefix, 'replay')).toContain(`1 given back to ${queue}`);
    const { checkAccess } = library.as(testUser({ userId: 'asha' }), libraryApi);
    const params = { mediaId: MediaId.parse('book') };
    await vi.waitFor(async () => expect((await checkAccess({ params })).hasAccess).toBe(true), waitOptions);
    expect(await runReplay(prefix)).toContain('0 parked');
  });

  it('published while the library is down is granted after its start (LIB-18)', {
    timeout: 120_000,
  }, async () => {
    const prefix = uniquePrefix();
    await using _admin = await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS);
    const options = { amqp: AMQP_URL, env: { AMQP_PREFIX: prefix } };
    const payments = defineService({ name: 'payments', config: z.object({}), build: () => ({ apis: [] }) });
    {
      await using publisher = await bootService(payments, options);
      await publisher.bus.publish(paid(order));
    }
    await using library = await bootLibrary(options);
    const { checkAccess } = library.as(testUser({ userId: 'asha' }), libraryApi);
    const params = { mediaId: MediaId.parse('book') };
    await vi.waitFor(async () => expect((await checkAccess({ params })).hasAccess).toBe(true), waitOptions);
  });
});
