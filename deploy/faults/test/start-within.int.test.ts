/** `--start-within`: what a fault run leaves out when its time is over (decision 0178). */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { Report } from '../src/report.ts';

const main = path.resolve('deploy/faults/src/main.ts');

it('a run whose time is over starts no scenario, names each, and does not fail', {
  timeout: 120_000,
}, async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'start-within-'));
  try {
    const file = path.join(dir, 'report.json');
    const args = [main, '--only', 'manuscripts,rolling update', '--start-within', '0', '--report', file];
    const { stdout } = await promisify(execFile)(process.execPath, args);

    // the shape that the run has written
    const report = JSON.parse(await readFile(file, 'utf8')) as Report;
    expect(report).toMatchObject({ passed: 0, failed: 0, skipped: 0, checks: [] });
    expect([...report.notStarted].sort()).toEqual(['manuscripts', 'rolling update']);
    expect(stdout).toContain('2 scenarios not started');
  } finally {
    await rm(dir, { recursive: true });
  }
});
