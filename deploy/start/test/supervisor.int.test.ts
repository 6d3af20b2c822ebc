/** Processes of the platform end with the process that started them. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const supervisor = pathToFileURL(path.resolve(import.meta.dirname, '../src/supervisor.ts')).href;
const ENDED_MS = 20_000;

/** Starts a part that runs on, prints its pid and exits at once. */
const programOf = (dir: string): string => `
  import { supervise } from ${JSON.stringify(supervisor)};
  const part = supervise({ name: 'part', script: ${JSON.stringify(path.join(dir, 'part.mjs'))}, env: {}, logFile: ${JSON.stringify(path.join(dir, 'part.log'))} });
  console.log(part.pid());
  process.exit(130);
`;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('a supervised process ends when its supervisor exits without stopping it', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'satrangi-supervisor-'));
  try {
    writeFileSync(path.join(dir, 'part.mjs'), 'setInterval(() => {}, 1_000);');
    writeFileSync(path.join(dir, 'program.mjs'), programOf(dir));
    const run = promisify(execFile)(process.execPath, [path.join(dir, 'program.mjs')]);
    const { code, stdout } = await run.then(
      () => ({ code: 0, stdout: '' }),
      (error: { code: number; stdout: string }) => error,
    );
    const pid = Number(stdout);

    expect(code).toBe(130);
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isRunning(pid), { timeout: ENDED_MS }).toBe(false);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
