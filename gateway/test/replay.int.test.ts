import { setTimeout as sleep } from 'node:timers/promises';
import { openLiveLog } from '@satrangi/chassis';
import { startRedis } from '@satrangi/chassis/testing';
import { serviceUrls } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { freePort, startGatewayProcess } from './gateway-process.ts';
import { ownMemory } from './metrics.ts';
import { type LastingClient, lastingClient } from './reconnecting-client.ts';

const [CLIENTS, MESSAGES] = process.env.SIZE === 'nightly' ? [2_000, 500] : [200, 200];
const CUT_SHARE = 0.4;
const EVERY_MS = 50;
const PATIENCE = { timeout: 60_000, interval: 100 };

const nowhere = 'http://127.0.0.1:9';
const probe = await startRedis();
await probe?.kill();

it.skipIf(!probe)(
  `${CLIENTS} clients that are cut while gateway and Redis are killed: each hears every message or is told to reload, none is left in silence (P22, GTW-13)`,
  async ({ annotate }) => {
    await using cleanup = new AsyncDisposableStack();
    const redisPort = await freePort();
    let redis = await startRedis(redisPort);
    cleanup.defer(async () => redis?.kill());
    const redisUrl = `redis://127.0.0.1:${redisPort}`;
    const port = await freePort();
    const startGateway = () =>
      startGatewayProcess(
        {
          REDIS_URL: redisUrl,
          LOG_LEVEL: 'info',
          ...serviceUrls(() => nowhere),
          STREAMS_PER_ADDRESS: '100000',
          CONNECTIONS_PER_ADDRESS: '100000',
        },
        port,
      );
    let gateway = await startGateway();
    cleanup.defer(() => gateway[Symbol.asyncDispose]());
    const live = await openLiveLog(redisUrl);
    cleanup.defer(() => live.close());
    await vi.waitFor(() => expect(live.state()).toBe('up'), PATIENCE);
    const clients: LastingClient[] = Array.from({ length: CLIENTS }, () =>
      lastingClient(`${gateway.url}/api/updates/stream`),
    );
    cleanup.defer(() => {
      for (const client of clients) client.stop();
    });
    await vi.waitFor(() => expect(clients.every(({ state }) => state.lastId !== '')).toBe(true), PATIENCE);

    /** When each was first said: what a page loads after that has it. */
    const said = new Map<string, number>();
    const say = async (id: string): Promise<void> => {
      said.set(id, performance.now());
      for (;;) {
        try {
          return await live.say({ type: 'ebook-updated', id }, { to: 'everyone' });
        } catch {
          await sleep(50);
        }
      }
    };
    const talking = (async () => {
      for (let n = 0; n < MESSAGES; n += 1) {
        await say(`n${n}`);
        await sleep(EVERY_MS);
      }
    })();
    const cutting = (async () => {
      for (const client of clients.filter(() => Math.random() < CUT_SHARE)) {
        client.cut();
        await sleep((MESSAGES * EVERY_MS) / clients.length);
      }
    })();
    const killGateway = async () => {
      await gateway[Symbol.asyncDispose]();
      gateway = await startGateway();
    };
    const killRedis = async () => {
      await redis?.kill();
      await sleep(300);
      redis = await startRedis(redisPort);
    };
    // Redis first: its loss is a reset for everyone, and would hide what was lost before it.
    const pairs = [1, 2, 3].flatMap(() => [killRedis, killGateway]);
    const kills = [...pairs, killGateway, killGateway];
    for (const kill of kills) {
      await sleep((MESSAGES * EVERY_MS) / (2 * kills.length));
      await kill();
    }
    await Promise.all([talking, cutting]);
    await vi.waitFor(() => expect(live.state()).toBe('up'), PATIENCE);
    await say('last');

    const knows = (client: LastingClient, id: string, messages: Set<string>): boolean =>
      messages.has(id) || client.resets.some((at) => at >= (said.get(id) ?? 0));
    await vi.waitFor(() => {
      const waiting = clients.filter((client) => !knows(client, 'last', client.messages()));
      expect(waiting).toHaveLength(0);
    }, PATIENCE);

    const silences = clients.flatMap((client, index) => {
      const messages = client.messages();
      return [...said.keys()]
        .filter((id) => !knows(client, id, messages))
        .map((id) => `client ${index} never heard of ${id}`);
    });
    const openings = clients.map(({ state }) => state.openings);
    const reloads = clients.flatMap(({ resets }) => resets).length;
    const memory = `${Math.round(gateway.rssMB())} MB there, ${ownMemory()}`;
    await annotate(
      `${openings.reduce((a, b) => a + b)} openings, ${reloads} told to reload, ${memory}`,
      'told',
    );
    expect(silences).toEqual([]);
    expect(clients.filter(({ state }) => state.twice > 0)).toEqual([]);
    expect(Math.max(...openings)).toBeGreaterThan(1);
  },
  240_000,
);
