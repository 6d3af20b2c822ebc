/** `npm run where`: the steps of an order in the log files of all processes. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const WHERE = fileURLToPath(new URL('../where.mjs', import.meta.url));
const lines = (orderId: string): string =>
  [
    { time: 1_000, service: 'payments', msg: 'order created', orderId, correlationId: 'c' },
    { time: 1_500, service: 'payments', msg: 'receipt sent', orderId, correlationId: 'c' },
    { time: 1_600, service: 'payments', msg: 'order created', orderId: 'another' },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

// ids are random base64url: one in 64 begins like an option
it.each(['q4-plain', '-IB0-first', '--logs-like'])('finds order %s in a folder and in a pipe', (orderId) => {
  const logs = mkdtempSync(join(tmpdir(), 'satrangi-where-'));
  try {
    writeFileSync(join(logs, 'payments.log'), lines(orderId));
    const where = (...args: string[]) =>
      spawnSync(process.execPath, [WHERE, orderId, ...args], { encoding: 'utf8', input: lines(orderId) });
    for (const { stdout } of [where('--logs', logs), where('-')]) {
      expect(stdout).toMatch(/^yes created$/m);
      expect(stdout).toMatch(/^yes receipt sent$/m);
      expect(stdout).toMatch(/^no {2}granted$/m);
      expect(stdout.match(/^1970.* order created /gm)).toHaveLength(1);
    }
  } finally {
    rmSync(logs, { recursive: true });
  }
});
