import { setTimeout as sleep } from 'node:timers/promises';
import { isFinalExit, type SpawnedMongo, type StoreExit, spawnMongo } from '@satrangi/embedded/spawn';
import { createRestartPolicy } from './restart-policy.ts';

/** An embedded store that cannot run any more. */
export type StoreFailure = {
  /** One line with the file and the remedy. */
  readonly message: string;
  /** For the process that depends on the store. */
  readonly exitCode: number;
};

export type EmbeddedStore = AsyncDisposable & {
  readonly url: string;
  /** The process id; it changes with a restart. */
  readonly pid: () => number;
};

/** How a platform ends whose store ended: with the store's own code when a restart does not help, else 1. */
export const storeFailureOf = (code: number | null, message: string): StoreFailure => ({
  message,
  exitCode: isFinalExit(code) ? code : 1,
});

/**
 * The embedded MongoDB in its own process, started again when it ends, with increasing pauses. Its URL does not change.
 * @param onFailure called once when restarts do not help: the disk is full, the data is damaged, or it ends at once each time
 * @param print gets one line for each end and each restart
 * @throws StoreExit when the first start fails
 */
export const startEmbeddedStore = async (options: {
  readonly dir: string;
  readonly print: (line: string) => void;
  readonly onFailure: (failure: StoreFailure) => void;
}): Promise<EmbeddedStore> => {
  const { dir, print, onFailure } = options;
  const closing = new AbortController();
  const policy = createRestartPolicy();
  let current: SpawnedMongo = await spawnMongo({ dir });

  const isOver = (): boolean => closing.signal.aborted;

  const restart = async (exit: StoreExit): Promise<void> => {
    const pause = isFinalExit(exit.code) ? null : policy.pauseAfterExit(exit.code);
    if (pause === null) {
      onFailure(storeFailureOf(exit.code, exit.message));
      return;
    }
    print(`The store ended (${exit.message}); it is started again`);
    await sleep(pause, undefined, { signal: closing.signal });
    policy.started();
    const next = await spawnMongo({ dir }).catch((error: StoreExit) => error);
    if (next instanceof Error) return restart(next);
    current = next;
    if (isOver()) return void (await next.close());
    print('The store runs again');
    watch(next);
  };
  const watch = (server: SpawnedMongo): void => {
    policy.started();
    void server.exited.then(async (exit) => {
      if (isOver()) return;
      await restart(exit).catch((error: unknown) => {
        // the pause before a restart ends with an error when the platform stops
        if (!isOver()) onFailure(storeFailureOf(null, String(error)));
      });
    });
  };
  watch(current);

  return {
    url: current.url,
    pid: () => current.pid,
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await current.close();
    },
  };
};
