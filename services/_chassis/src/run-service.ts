import type { z } from 'zod';
import { processEnvironment } from './config.ts';
import type { ServiceDefinition } from './kit.ts';
import { startService } from './service.ts';

const HARD_EXIT_MS = 15_000;

/** What `main.ts` calls: reads the environment, starts, and stops gracefully on SIGTERM or SIGINT. */
export const runService = async <C extends z.ZodType>(definition: ServiceDefinition<C>): Promise<void> => {
  const running = await startService(definition, processEnvironment()).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(78);
  });
  const { log } = running.inside.kit;
  const end = (signal: string): void => {
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
