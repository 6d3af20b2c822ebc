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

const replay = fileURLToPath(new URL('../../_chassis/src/bus/replay.ts', import.meta.url));
const patient = { timeout: 40_000, interval: 100 };
const queue = 'library.grant-access';
const order = { orderId: 'o1', userId: 'asha', items: [{ mediaId: 'book' }] };

/** A library whose grants fail for good: what it hears is parked. */
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

const command = async (prefix: string, ...words: string[]): Promise<string> => {
  const env = { PATH: process.env.PATH ?? '', AMQP_URL, AMQP_PREFIX: prefix };
  const { stdout } = await promisify(execFile)(process.execPath, [replay, queue, ...words], { env });
  return stdout;
};

describe.skipIf(!hasAmqp)('a paid order', () => {
  it('that could not be granted is parked with its reason, shown by the command, and granted when it is replayed (LIB-19)', {
    timeout: 120_000,
  }, async () => {
    const prefix = uniquePrefix();
    await using _admin = await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS);
    const options = { amqp: AMQP_URL, env: { AMQP_PREFIX: prefix } };
    {
      await using broken = await bootService(brokenLibrary, options);
      await broken.bus.publish(paid(order));
      await vi.waitFor(async () => expect(await command(prefix)).toContain('1 parked'), patient);
    }
    const shown = await command(prefix);
    expect(shown).toContain('the grants are broken');
    expect(shown).not.toContain('asha');

    await using library = await bootLibrary(options);
    expect(await command(prefix, 'replay')).toContain(`1 given back to ${queue}`);
    const { checkAccess } = library.as(testUser({ userId: 'asha' }), libraryApi);
    const params = { mediaId: MediaId.parse('book') };
    await vi.waitFor(async () => expect((await checkAccess({ params })).hasAccess).toBe(true), patient);
    expect(await command(prefix)).toContain('0 parked');
  });

  it('said while no library runs waits for it (LIB-18)', { timeout: 120_000 }, async () => {
    const prefix = uniquePrefix();
    await using _admin = await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS);
    const options = { amqp: AMQP_URL, env: { AMQP_PREFIX: prefix } };
    const payments = defineService({ name: 'payments', config: z.object({}), build: () => ({ apis: [] }) });
    {
      await using shop = await bootService(payments, options);
      await shop.bus.publish(paid(order));
    }
    await using library = await bootLibrary(options);
    const { checkAccess } = library.as(testUser({ userId: 'asha' }), libraryApi);
    const params = { mediaId: MediaId.parse('book') };
    await vi.waitFor(async () => expect((await checkAccess({ params })).hasAccess).toBe(true), patient);
  });
});
