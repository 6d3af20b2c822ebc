import type { z } from 'zod';
import { processEnvironment } from './config.ts';
import type { ServiceDefinition } from './kit.ts';
import { ConfigurationError, exitCodeOf } from './production.ts';
import { startService } from './service.ts';

const HARD_EXIT_MS = 15_000;

/** Writes why a process can not start to stderr and ends it: exit code 78 (EX_CONFIG) for its settings, else 1. */
export const endStart = (error: unknown): never => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(exitCodeOf(error));
};

/** What `main.ts` calls: reads the environment, starts, and stops gracefully on SIGTERM or SIGINT. */
export const runService = async <C extends z.ZodType>(definition: ServiceDefinition<C>): Promise<void> => {
  // files of readers and parked messages are for this user alone
  process.umask(0o077);
  const running = await startService(definition, processEnvironment()).catch(endStart);
  let isStopping = false;
  running.ready().catch((error: unknown) => {
    if (error instanceof ConfigurationError) endStart(error);
    // the log has it, scrubbed; a process that can not become ready is worth a new start
    if (!isStopping) process.exit(exitCodeOf(error));
  });
  const { log } = running.inside.kit;
  const end = (signal: string): void => {
    isStopping = true;
    log.info({ signal }, 'asked to stop');
    setTimeout(() => process.exit(1), HARD_EXIT_MS).unref();
    running.stop().then(
      () => process.exit(0),
      (err: unknown) => {
        log.fatal({ err }, 'could not stop gracefully');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', () => end('SIGTERM'));
  process.once('SIGINT', () => end('SIGINT'));
};
