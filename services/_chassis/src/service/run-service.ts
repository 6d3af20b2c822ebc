import type { z } from 'zod';
import { processEnvironment } from '../base/config.ts';
import { ConfigurationError, endStart, exitCodeOf } from '../base/production.ts';
import type { ServiceDefinition } from './service-context.ts';
import { startService } from './start-service.ts';

const HARD_EXIT_MS = 15_000;

/** Called by `main.ts`: reads the environment, starts the service and stops it gracefully on SIGTERM or SIGINT. */
export const runService = async <C extends z.ZodType>(definition: ServiceDefinition<C>): Promise<void> => {
  // only this user may read files of readers and parked messages
  process.umask(0o077);
  const running = await startService(definition, processEnvironment()).catch(endStart);
  let isStopping = false;
  running.ready().catch((error: unknown) => {
    if (error instanceof ConfigurationError) endStart(error);
    // already logged; the supervisor restarts a process that cannot become ready
    if (!isStopping) process.exit(exitCodeOf(error));
  });
  const { log } = running.internals.context;
  const end = (signal: string): void => {
    isStopping = true;
    log.info({ signal }, 'stop requested');
    setTimeout(() => process.exit(1), HARD_EXIT_MS).unref();
    running.stop().then(
      () => process.exit(0),
      (err: unknown) => {
        log.fatal({ err }, 'graceful stop failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', () => end('SIGTERM'));
  process.once('SIGINT', () => end('SIGINT'));
};
