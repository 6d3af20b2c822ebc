import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { expect, it, vi } from 'vitest';
import { subsetInProcess } from './font-subsetter.ts';

const LOWEST = '19';
/** proc(5): the fields of `stat` after the program name. */
const PARENT = 1;
const NICE = 16;

const fieldsOf = (path: string): string[] =>
  readFileSync(path, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');

/** The nice values of all threads of the subsetter process. */
const subsetterThreads = (): (string | undefined)[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const isOurs = fieldsOf(`/proc/${pid}/stat`)[PARENT] === String(process.pid);
        if (!isOurs || !readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('font-subsetter-process'))
          return [];
        return readdirSync(`/proc/${pid}/task`).map(
          (task) => fieldsOf(`/proc/${pid}/task/${task}/stat`)[NICE],
        );
      } catch {
        // The process has exited.
        return [];
      }
    });

it.runIf(process.platform === 'linux')('every thread of the subsetter has the lowest priority', async () => {
  const stop = new AbortController();
  const pieces = Array.from({ length: 400 }, (_, n) => `बरसात${String.fromCodePoint(0x915 + (n % 37))}ि${n}`);
  const subset = subsetInProcess({ script: 'devanagari', pieces }, stop.signal).catch(() => 'stopped');

  // The main thread starts garbage collector and compiler threads.
  await vi.waitFor(() => expect(subsetterThreads().length).toBeGreaterThan(5), {
    timeout: 20_000,
    interval: 20,
  });
  expect(new Set(subsetterThreads())).toEqual(new Set([LOWEST]));

  stop.abort();
  expect(await subset).toBe('stopped');
});
