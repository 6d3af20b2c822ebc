/**
 * `npm run test:containers`: the integration tests and a small fault run with RabbitMQ, Redis and MongoDB in containers.
 * Arguments select test files: `npm run test:containers -- services/payments`.
 */
import path from 'node:path';
import process from 'node:process';
import { findBaseImages } from './base-images.ts';
import { endRunning, missingEngine, root, run } from './docker.ts';
import { openReport } from './report.ts';
import { startStores } from './stores.ts';

const SMALL_FAULTS = ['--orders', '24', '--kills', '4', '--only', 'no faults,random kills'];

const start = async (): Promise<number> => {
  const missing = await missingEngine();
  if (missing !== null) {
    process.stdout.write(`SKIPPED: the container test needs a Docker engine (DOCKER_HOST): ${missing}\n`);
    return 0;
  }
  const report = openReport();
  const images = await findBaseImages().catch((error: Error) => error);
  if (images instanceof Error) {
    process.stdout.write(
      `SKIPPED: the container test needs a registry, or debootstrap to make images: ${images.message}\n`,
    );
    return 0;
  }
  for (const [name, image] of Object.entries(images.env)) report.note(`${name}=${image}`);
  if (!images.hasMongo) report.skip('MongoDB', 'the embedded server is in its place');
  await using stores = await startStores(images);
  const { env } = stores;
  const leave = (): void => {
    endRunning();
    void stores[Symbol.asyncDispose]().finally(() => process.exit(130));
  };
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  for (const [name, url] of Object.entries(env)) report.note(`${name}=${url}`);

  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const chosen = ['run', '--project', 'int', ...process.argv.slice(2)];
  const tests = await run(process.execPath, [vitest, ...chosen], { env, shows: true });
  report.check('the integration tests pass with the stores in containers', tests.code === 0);
  const faults = await run(process.execPath, ['deploy/faults/src/main.ts', ...SMALL_FAULTS], {
    env,
    shows: true,
  });
  report.check('a small fault run passes with the stores in containers', faults.code === 0);
  return report.finish();
};

const failed = await start().catch((error: unknown) => {
  process.stderr.write(`FAILED  ${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
process.exitCode = failed === 0 ? 0 : 1;
