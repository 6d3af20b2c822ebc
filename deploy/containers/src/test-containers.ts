/**
 * `npm run test:containers`: the integration tests and a small fault run with RabbitMQ, Redis, MongoDB and an object store
 * in containers. Arguments select test files: `npm run test:containers -- services/payments`; with `--only tests` or
 * `--only faults` the other half is not run.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { findBaseImages } from './base-images.ts';
import { endRunning, missingEngine, run } from './docker.ts';
import { runIntTests } from './int-tests.ts';
import { openReport, type Report } from './report.ts';
import { type Stores, startStores } from './stores.ts';

const SMALL_FAULTS = ['--orders', '24', '--kills', '4', '--only', 'no faults,random kills', '--given-stores'];

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' } },
  allowPositionals: true,
});
const isChosen = (half: 'tests' | 'faults'): boolean => values.only === undefined || values.only === half;

const runFaults = async (report: Report, env: Stores['env']): Promise<void> => {
  const args = ['deploy/faults/src/main.ts', ...SMALL_FAULTS];
  const { code, stdout, stderr } = await run(process.execPath, args, { env });
  report.check(
    'a small fault run passes with the stores in containers',
    code === 0,
    `${stdout}${stderr}`.slice(-2_000),
  );
};

/** Addresses contain made-up passwords; their hosts are enough to look at a container. */
const withoutLogin = (url: string): string => url.replace(/\/\/.*@/, '//');

const start = async (): Promise<number> => {
  const missing = await missingEngine();
  if (missing !== null) {
    process.stdout.write(`SKIPPED: the container test needs a Docker engine (DOCKER_HOST): ${missing}\n`);
    return 0;
  }
  const report = openReport();
  const wanted = ['NODE_IMAGE', 'MONGO_IMAGE', 'RABBITMQ_IMAGE', 'REDIS_IMAGE', 'MINIO_IMAGE'] as const;
  const images = await findBaseImages(wanted, report.note).catch((error: Error) => error);
  if (images instanceof Error) {
    process.stdout.write(
      `SKIPPED: the container test needs a registry, or debootstrap to make images: ${images.message}\n`,
    );
    return 0;
  }
  for (const [name, image] of Object.entries(images.env)) report.note(`${name}=${image}`);
  if (!images.env.MONGO_IMAGE) report.skip('MongoDB', 'an image of the embedded server is in its place');
  if (!images.env.MINIO_IMAGE) report.skip('MinIO', "an image of the sandbox's object store is in its place");
  await using stores = await startStores(images);
  const { env } = stores;
  const leave = (): void => {
    void endRunning(() => stores[Symbol.asyncDispose]()).finally(() => process.exit(130));
  };
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  for (const [name, url] of Object.entries(env)) report.note(`${name}=${withoutLogin(url)}`);

  if (isChosen('tests')) await runIntTests(report, env, positionals);
  if (isChosen('faults')) await runFaults(report, env);
  return report.finish();
};

const failed = await start().catch((error: unknown) => {
  process.stderr.write(`FAILED  ${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
process.exitCode = failed === 0 ? 0 : 1;
