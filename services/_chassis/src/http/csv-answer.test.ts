import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { sendCsv } from './csv-answer.ts';

it('a long file is sent whole, and each wait for its reader ends with its listeners', async () => {
  const columns = ['Text'];
  const cell = 'x'.repeat(100_000);
  let mostListeners = 0;
  const app = express();
  app.get('/', async (_request, response) => {
    const before = response.listenerCount('close');
    async function* rows() {
      for (let row = 0; row < 100; row += 1) {
        mostListeners = Math.max(mostListeners, response.listenerCount('close') - before);
        yield [cell];
      }
    }
    await sendCsv(response, 'rows.csv', columns, rows());
  });
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

  expect((await answer.text()).length).toBeGreaterThan(100 * cell.length);
  expect(mostListeners).toBe(0);
  server.close();
});
