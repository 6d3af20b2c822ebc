import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveTypes } from '@satrangi/contracts';
import { until } from '@satrangi/start';
import type { Fixture } from '../fixture.ts';
import { type Measured, type Run, summary } from '../metric.ts';

const STREAMS = 500;
const CHANGES = 10;
const OPEN_AT_ONCE = 50;

/**
 * Five hundred open event streams receive a change of a book. A time is from the editor's request until one stream
 * receives the message; the rate is messages received per second of a change.
 */
export const fanOut = async (fixture: Fixture): Promise<Measured> => {
  const { hostname, port } = new URL(fixture.url);
  const sockets: Socket[] = [];
  const times: number[] = [];
  let received = 0;
  let opened = 0;
  let began = 0;
  const mark = `"type":"${liveTypes.ebookUpdated}"`;
  try {
    for (let n = 0; n < STREAMS; n += 1) {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      sockets.push(socket);
      let isOpen = false;
      socket.on('data', (part: Buffer) => {
        const text = part.toString('latin1');
        if (!isOpen && text.startsWith('HTTP/1.1 200')) {
          isOpen = true;
          opened += 1;
        }
        for (let matches = text.split(mark).length; matches > 1; matches -= 1) {
          received += 1;
          times.push(performance.now() - began);
        }
      });
      socket.write('GET /api/updates/stream HTTP/1.1\r\nhost: bench\r\naccept: text/event-stream\r\n\r\n');
      if (n % OPEN_AT_ONCE === 0) await sleep(10);
    }
    await until('streams are open', async () => opened === STREAMS, 10_000, 10);
    let busy = 0;
    const changeAll = async (): Promise<Run> => {
      for (let change = 1; change <= CHANGES; change += 1) {
        const { _id, title, author, description, language, priceINR, priceUSD, formats } =
          fixture.books[change] ?? {};
        began = performance.now();
        const answer = await fetch(`${fixture.api}/admin/ebooks/${_id}`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${fixture.adminToken}` },
          body: JSON.stringify({ title, author, description, language, priceINR, priceUSD, formats }),
        });
        if (!answer.ok) throw new Error(`a change answers ${answer.status}: ${await answer.text()}`);
        await until(
          `every stream has received change ${change}, ${received}`,
          async () => received >= change * STREAMS,
          10_000,
          5,
        );
        busy += (times.at(-1) ?? 0) / 1_000;
        await sleep(100);
      }
      return { times, seconds: busy, errors: received - CHANGES * STREAMS };
    };
    return summary('sse-fan-out', [await fixture.costed(changeAll)], fixture.memory());
  } finally {
    for (const socket of sockets) socket.destroy();
  }
};
