import { constants, setPriority } from 'node:os';
import { forkConfined } from '@satrangi/chassis';
import type { TitleScript } from '@satrangi/contracts';
import { z } from 'zod';
import type { FontSubset } from './subset-font.ts';

const Result = z.union([
  z.object({ font: z.custom<Uint8Array>((value) => value instanceof Uint8Array), letters: z.string() }),
  z.object({ problem: z.string() }),
]);
export type SubsetResult = z.infer<typeof Result>;
export type SubsetRequest = { readonly script: TitleScript; readonly pieces: readonly string[] };

const TIMEOUT_MS = 120_000;

/**
 * Lowers the CPU priority below request handling. It is set from outside, directly after the fork, because each thread has
 * its own priority and inherits that of the first.
 */
const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The process has exited already; its exit event reports the error.
  }
};

/**
 * Subsets a font in a separate confined process, so that requests are not delayed.
 * @throws when subsetting fails, times out or is aborted by `signal`
 */
export const subsetInProcess = (
  { script, pieces }: SubsetRequest,
  signal: AbortSignal,
): Promise<FontSubset> =>
  new Promise((resolve, reject) => {
    const child = forkConfined(
      new URL('./font-subsetter-process.ts', import.meta.url),
      { service: 'catalog', memoryMb: 256 },
      {
        ...{ serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
        ...{ signal, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' },
      },
    );
    lowerPriority(child.pid);
    child.once('message', (raw: unknown) => {
      const result = Result.safeParse(raw).data;
      if (result && 'font' in result) resolve(result);
      else reject(new Error(result?.problem ?? 'the font subsetter sent an invalid result'));
    });
    child.on('error', reject);
    child.once('exit', () => reject(new Error('the font subsetter exited without a result')));
    const request: SubsetRequest = { script, pieces };
    child.send(request, (error) => {
      if (error) reject(error);
    });
  });
