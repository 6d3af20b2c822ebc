import { setTimeout as sleep } from 'node:timers/promises';
import { openLiveLog } from '@satrangi/chassis';
import { freePort, startRedis } from '@satrangi/chassis/testing';
import { serviceUrls } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { startGatewayProcess } from './gateway-process.ts';
import { memoryUsage } from './metrics.ts';
import { createReconnectingClient, type ReconnectingClient } from './reconnecting-client.ts';

const [CLIENTS, MESSAGES] = process.env.SIZE === 'nightly' ? [2_000, 500] : [200, 200];
const CUT_SHARE = 0.4;
const EVERY_MS = 50;
const WAIT_OPTIONS = { timeout: 60_000, interval: 100 };

const closedPort = 'http://127.0.0.1:9';
const probe = await startRedis();
await probe?.kill();

it.skipIf(!probe)(
  `${CLIENTS} clients stay consistent through disconnects and kills of gateway and Redis: each receives every message or a reset (P22, GTW-13)`,
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
          ...serviceUrls(() => closedPort),
          STREAMS_PER_ADDRESS: '100000',
          CONNECTIONS_PER_ADDRESS: '100000',
        },
        port,
      );
    let gateway = await startGateway();
    cleanup.defer(() => gateway[Symbol.asyncDispose]());
    const live = await openLiveLog(redisUrl);
    cleanup.defer(() => live.close());
    await vi.waitFor(() => expect(live.state()).toBe('up'), WAIT_OPTIONS);
    const clients: ReconnectingClient[] = Array.from({ length: CLIENTS }, () =>
      createReconnectingClient(`${gateway.url}/api/updates/stream`),
    );
    cleanup.defer(() => {
      for (const client of clients) client.stop();
    });
    await vi.waitFor(
      () => expect(clients.every(({ state }) => state.lastId !== '')).toBe(true),
      WAIT_OPTIONS,
    );

    /** The time of the first publication of each message: a reset after it covers the message. */
    const publishedAt = new Map<string, number>();
    const publish = async (id: string): Promise<void> => {
      publishedAt.set(id, performance.now());
      for (;;) {
        try {
          return await live.publish({ type: 'ebook-updated', id }, { to: 'everyone' });
        } catch {
          await sleep(50);
        }
      }
    };
    const publishing = (async () => {
      for (let n = 0; n < MESSAGES; n += 1) {
        await publish(`n${n}`);
        await sleep(EVERY_MS);
      }
    })();
    const disconnecting = (async () => {
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
    // Redis first: its loss resets every client, and would hide earlier losses.
    const pairs = [1, 2, 3].flatMap(() => [killRedis, killGateway]);
    const kills = [...pairs, killGateway, killGateway];
    for (const kill of kills) {
      await sleep((MESSAGES * EVERY_MS) / (2 * kills.length));
      await kill();
    }
    await Promise.all([publishing, disconnecting]);
    await vi.waitFor(() => expect(live.state()).toBe('up'), WAIT_OPTIONS);
    await publish('last');

    const hasReceived = (client: ReconnectingClient, id: string, messages: Set<string>): boolean =>
      messages.has(id) || client.resets.some((at) => at >= (publishedAt.get(id) ?? 0));
    await vi.waitFor(() => {
      const waiting = clients.filter((client) => !hasReceived(client, 'last', client.messages()));
      expect(waiting).toHaveLength(0);
    }, WAIT_OPTIONS);

    const losses = clients.flatMap((client, index) => {
      const messages = client.messages();
      return [...publishedAt.keys()]
        .filter((id) => !hasReceived(client, id, messages))
        .map((id) => `client ${index} never received ${id}`);
    });
    const openings = clients.map(({ state }) => state.openings);
    const reloads = clients.flatMap(({ resets }) => resets).length;
    const memory = `${Math.round(gateway.rssMB())} MB in the gateway, ${memoryUsage()}`;
    await annotate(`${openings.reduce((a, b) => a + b)} openings, ${reloads} resets, ${memory}`, 'metrics');
    expect(losses).toEqual([]);
    expect(clients.filter(({ state }) => state.duplicates > 0)).toEqual([]);
    expect(Math.max(...openings)).toBeGreaterThan(1);
  },
  240_000,
);
