/* Runs confined in a container: attempts what its parent requests, and returns the outcome. */
import dgram from 'node:dgram';
import dns from 'node:dns/promises';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import process from 'node:process';

type Attempt = { readonly what: string; readonly at: string; readonly port?: number };

const tries: Record<string, (attempt: Attempt) => unknown> = {
  read: ({ at }) => readFileSync(at, 'utf8').length,
  list: ({ at }) => readdirSync(at).length,
  write: ({ at }) => writeFileSync(at, 'written'),
  connect: ({ at, port = 0 }) =>
    new Promise((resolve, reject) => {
      net.connect({ host: at, port, timeout: 3_000 }).on('connect', resolve).on('error', reject);
    }),
  fetch: ({ at, port }) => fetch(`http://${at}:${port}/`),
  datagram: ({ at, port = 0 }) =>
    new Promise((resolve, reject) => {
      dgram.createSocket('udp4').send('x', port, at, (error) => (error ? reject(error) : resolve(0)));
    }),
  lookup: ({ at }) => dns.lookup(at),
};

process.on('message', async (attempt: Attempt) => {
  try {
    await tries[attempt.what]?.(attempt);
    process.send?.({ ...attempt, ok: true });
  } catch (error) {
    process.send?.({ ...attempt, ok: false, problem: error instanceof Error ? error.message : '' });
  }
});
process.on('disconnect', () => process.exit(0));
