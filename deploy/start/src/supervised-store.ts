import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { fatalReason, isFinalExit } from '@satrangi/embedded/spawn';
import { type StoreFailure, storeFailureOf } from './embedded-store.ts';
import type { Environment } from './environments.ts';
import { createRestartPolicy } from './restart-policy.ts';
import { type Part, supervise } from './supervisor.ts';

const script = fileURLToPath(new URL('../../embedded/src/main.ts', import.meta.url));

const endProcess = ({ message, exitCode }: StoreFailure): void => {
  process.stderr.write(`${message}\n`);
  process.exit(exitCode);
};

/** What happens at an exit of the embedded MongoDB: see `supervise`. */
const restartStore = (onFailure: (failure: StoreFailure) => void) => {
  const policy = createRestartPolicy();
  return (code: number | null, lastLine: string): number | null => {
    const pause = isFinalExit(code) ? null : policy.pauseAfterExit(code);
    if (pause === null) {
      const reason = fatalReason(lastLine) ?? `exit code ${code}`;
      onFailure(storeFailureOf(code, reason));
    }
    policy.started();
    return pause;
  };
};

type Options = {
  readonly dir: string;
  /** Flags of Node. */
  readonly flags?: readonly string[];
  readonly env: Environment;
  readonly logFile: string;
  readonly onFailure?: (failure: StoreFailure) => void;
};

/**
 * The embedded MongoDB as a supervised process.
 * @param onFailure called when it cannot run any more; by default this process ends with its message and exit code
 */
export const superviseStore = ({ dir, flags = [], env, logFile, onFailure = endProcess }: Options): Part =>
  supervise({
    name: 'mongo',
    script,
    flags,
    args: ['--dir', dir],
    env,
    logFile,
    onExit: restartStore(onFailure),
  });
