import { constants, setPriority } from 'node:os';
import { forkConfined } from '@satrangi/chassis';
import type { TitleScript } from '@satrangi/contracts';
import { z } from 'zod';
import type { CutFace } from './cut-face.ts';

const Answer = z.union([
  z.object({ font: z.custom<Uint8Array>((value) => value instanceof Uint8Array), letters: z.string() }),
  z.object({ problem: z.string() }),
]);
export type CutAnswer = z.infer<typeof Answer>;
export type CutOrder = { readonly script: TitleScript; readonly pieces: readonly string[] };

const LIMIT_MS = 120_000;

/**
 * Readers come first: a face takes what processor time is left. Said from outside and at once, because the threads of
 * a process have each a priority of their own and begin with that of the first.
 */
const giveWay = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already; its exit tells why.
  }
};

/**
 * Cuts a face in a process of its own, away from readers who wait for answers.
 * @throws when it could not be made, took too long, or `signal` ended it
 */
export const cutAside = ({ script, pieces }: CutOrder, signal: AbortSignal): Promise<CutFace> =>
  new Promise((resolve, reject) => {
    const child = forkConfined(
      new URL('./cutter-process.ts', import.meta.url),
      { service: 'catalog', memoryMb: 256 },
      {
        ...{ serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
        ...{ signal, timeout: LIMIT_MS, killSignal: 'SIGKILL' },
      },
    );
    giveWay(child.pid);
    child.once('message', (raw: unknown) => {
      const answer = Answer.safeParse(raw).data;
      if (answer && 'font' in answer) resolve(answer);
      else reject(new Error(answer?.problem ?? 'the cutter answered something else'));
    });
    child.on('error', reject);
    child.once('exit', () => reject(new Error('the cutter stopped in the middle')));
    const order: CutOrder = { script, pieces };
    child.send(order, (error) => {
      if (error) reject(error);
    });
  });
