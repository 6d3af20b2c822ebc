import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { expect, it, vi } from 'vitest';
import { cutAside } from './cutter.ts';

const LOWEST = '19';
/** proc(5): fields of `stat` after the name of the program. */
const PARENT = 1;
const NICE = 16;

const fieldsOf = (path: string): string[] =>
  readFileSync(path, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');

/** Priorities of all threads of the cutter this process started. */
const threadsOfCutter = (): (string | undefined)[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const isOurs = fieldsOf(`/proc/${pid}/stat`)[PARENT] === String(process.pid);
        if (!isOurs || !readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('cutter-process')) return [];
        return readdirSync(`/proc/${pid}/task`).map(
          (task) => fieldsOf(`/proc/${pid}/task/${task}/stat`)[NICE],
        );
      } catch {
        // it ended meanwhile
        return [];
      }
    });

it.runIf(process.platform === 'linux')('every thread of a cut gives way to readers', async () => {
  const stop = new AbortController();
  const pieces = Array.from({ length: 400 }, (_, n) => `बरसात${String.fromCodePoint(0x915 + (n % 37))}ि${n}`);
  const cut = cutAside({ script: 'devanagari', pieces }, stop.signal).catch(() => 'stopped');

  // the first one is joined by those that collect memory and translate code
  await vi.waitFor(() => expect(threadsOfCutter().length).toBeGreaterThan(5), {
    timeout: 20_000,
    interval: 20,
  });
  expect(new Set(threadsOfCutter())).toEqual(new Set([LOWEST]));

  stop.abort();
  expect(await cut).toBe('stopped');
});
