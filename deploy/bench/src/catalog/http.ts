import { spawn } from 'node:child_process';
import { bootService, testUser } from '@satrangi/chassis/testing';
import { catalogApi } from '@satrangi/contracts';
import { catalog } from '../../../../services/catalog/src/service.ts';
import { makeDrafts, makeQuery, openDice } from './drafts.ts';

/**
 * Searches and lists over HTTP with unique queries and load from another process: CPU time per request and requests per
 * second and core. `node deploy/bench/src/catalog/http.ts 10000`
 */
const size = Number(process.argv[2] ?? 1_000);
const REQUESTS = 4_000;

/** The source of the load process: sixteen connections that request one URL after the other. */
const load = `
  const http = require('node:http');
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  process.on('message', ({ urls }) => {
    let next = 0, done = 0, bytes = 0;
    const ask = () => {
      if (next === urls.length) return;
      http.get(urls[next++], { agent }, (answer) => {
        if (answer.statusCode !== 200) throw new Error('status ' + answer.statusCode);
        answer.on('data', (chunk) => { bytes += chunk.length; });
        answer.on('end', () => { done++; if (done === urls.length) process.send({ bytes }); else ask(); });
      });
    };
    for (let n = 0; n < 16; n++) ask();
  });
`;
const client = spawn(process.execPath, ['-e', load], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
const drive = (urls: readonly string[]): Promise<number> =>
  new Promise((resolve) => {
    client.once('message', ({ bytes }: { bytes: number }) => resolve(bytes));
    client.send({ urls });
  });

const service = await bootService(catalog);
const editor = service.as(testUser({ role: 'ADMIN' }), catalogApi);
const drafts = makeDrafts(size);
const waiting = [...drafts];
await Promise.all(
  Array.from({ length: 16 }, async () => {
    for (let body = waiting.pop(); body; body = waiting.pop()) await editor.createEbook({ body });
  }),
);

const titles = drafts.map(({ title }) => title);
const roll = openDice(99);
const addresses: Record<string, () => string> = {
  search: () => `/ebooks?q=${encodeURIComponent(makeQuery(titles, roll, roll(4) === 0 ? 'typo' : 'words'))}`,
  list: () => `/ebooks?limit=24&page=Digital%20Library&x=${roll(1e9)}`,
  item: () => '/ebooks/free',
};
for (const [name, address] of Object.entries(addresses)) {
  const urls = () => Array.from({ length: REQUESTS }, () => service.url + address());
  await drive(urls());
  const mine = urls();
  const start = process.cpuUsage();
  const bytes = await drive(mine);
  const { user, system } = process.cpuUsage(start);
  const micros = (user + system) / REQUESTS;
  process.stdout.write(
    `${size} items, ${name}: ${micros.toFixed(0)} µs of CPU, ${Math.round(1e6 / micros)}/s of a core, ${Math.round(bytes / REQUESTS)} bytes\n`,
  );
}
client.kill();
await service.stop();
process.exit(0);
