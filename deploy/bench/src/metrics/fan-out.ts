import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveTypes } from '@satrangi/contracts';
import { type Measured, type Run, summary } from '../metric.ts';
import { until, type World } from '../world.ts';

const STREAMS = 500;
const CHANGES = 10;
const OPEN_AT_ONCE = 50;

/**
 * Five hundred open pages hear that a book changed. A time is from the editor's click until one page hears of it;
 * the rate is messages heard while a change is under way.
 */
export const fanOut = async (world: World): Promise<Measured> => {
  const { hostname, port } = new URL(world.url);
  const sockets: Socket[] = [];
  const times: number[] = [];
  let heard = 0;
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
        for (let said = text.split(mark).length; said > 1; said -= 1) {
          heard += 1;
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
          world.books[change] ?? {};
        began = performance.now();
        const answer = await fetch(`${world.api}/admin/ebooks/${_id}`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${world.adminToken}` },
          body: JSON.stringify({ title, author, description, language, priceINR, priceUSD, formats }),
        });
        if (!answer.ok) throw new Error(`a change answers ${answer.status}: ${await answer.text()}`);
        await until(
          `every page has heard of change ${change}, ${heard}`,
          async () => heard >= change * STREAMS,
          10_000,
          5,
        );
        busy += (times.at(-1) ?? 0) / 1_000;
        await sleep(100);
      }
      return { times, seconds: busy, errors: heard - CHANGES * STREAMS };
    };
    return summary('sse-fan-out', [await world.costed(changeAll)], world.memory());
  } finally {
    for (const socket of sockets) socket.destroy();
  }
};
