/** `npm run test:compose`: the images and docker-compose.yml of this repository on a real container engine. */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type BaseImages, findBaseImages, type ImageVariable } from './base-images.ts';
import { checkBrowser } from './checks/browser.ts';
import { checkConfiguration } from './checks/configuration.ts';
import { checkConfined } from './checks/confined.ts';
import { checkHardening } from './checks/hardening.ts';
import { checkImages } from './checks/images.ts';
import { checkKills } from './checks/kills.ts';
import { checkLimits, noteUsage } from './checks/limits.ts';
import { checkRolling } from './checks/rolling.ts';
import { checkSeed } from './checks/seed.ts';
import { checkShopping } from './checks/shopping.ts';
import { checkStopping } from './checks/stopping.ts';
import { checkStoreUsers } from './checks/store-users.ts';
import { endRunning, findCompose, missingEngine } from './docker.ts';
import { openReport, type Report } from './report.ts';
import { shelveBook } from './shop.ts';
import { openStack, ownParts, type Stack, stores } from './stack.ts';

const { values } = parseArgs({
  options: {
    'embedded-store': { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    only: { type: 'string' },
    port: { type: 'string' },
  },
});

const checkAll = async (stack: Stack, report: Report): Promise<void> => {
  await stack.build(report.note);
  await stack.up();
  await stack.healthy();
  report.check(`all ${ownParts.length + stores.length} containers are healthy`, true);
  const book = await shelveBook(stack, 'a-book-of-this-run');
  const stages: Record<string, () => Promise<void>> = {
    images: () => checkImages(stack, report),
    limits: () => checkLimits(stack, report),
    hardening: () => checkHardening(stack, report),
    configuration: () => checkConfiguration(stack, report),
    shopping: () => checkShopping(stack, report, book),
    'store-users': () => checkStoreUsers(stack, report),
    confined: () => checkConfined(stack, report, book),
    seed: () => checkSeed(stack, report),
    browser: () => checkBrowser(stack, report),
    usage: () => noteUsage(stack, report),
    kills: () => checkKills(stack, report),
    rolling: () => checkRolling(stack, report),
    stopping: () => checkStopping(stack, report),
  };
  const chosen = values.only?.split(',') ?? Object.keys(stages);
  for (const [name, stage] of Object.entries(stages)) {
    if (!chosen.includes(name)) continue;
    report.note(name);
    await stage().catch((error: unknown) =>
      report.check(`${name}: runs to its end`, false, error instanceof Error ? error.message : String(error)),
    );
  }
};

/** @returns the images, or null after a line that says why there are none */
const baseImages = async (report: Report): Promise<BaseImages | null> => {
  const wanted: ImageVariable[] = ['NODE_IMAGE', 'RABBITMQ_IMAGE', 'REDIS_IMAGE'];
  if (!values['embedded-store']) wanted.push('MONGO_IMAGE');
  const images = await findBaseImages(wanted, report.note).catch((error: Error) => error);
  if (images instanceof Error) {
    process.stdout.write(
      `SKIPPED: the compose test needs a registry, or debootstrap to make images: ${images.message}\n`,
    );
    return null;
  }
  if (images.local.length > 0)
    report.note(`made from Debian's packages, no registry has them: ${images.local.join(', ')}`);
  if (!images.env.MONGO_IMAGE) report.skip('MongoDB', 'the embedded server is in its place');
  return images;
};

const start = async (): Promise<number> => {
  const missing = await missingEngine();
  if (missing !== null) {
    process.stdout.write(`SKIPPED: the compose test needs a Docker engine (DOCKER_HOST): ${missing}\n`);
    return 0;
  }
  const compose = await findCompose();
  if (!compose) {
    process.stdout.write('SKIPPED: the compose test needs docker compose or docker-compose\n');
    return 0;
  }
  const report = openReport();
  const images = await baseImages(report);
  if (!images) return 0;
  const stack = await openStack(compose, { images, port: values.port ? Number(values.port) : null });
  const leave = (): void => {
    process.stderr.write('\nRemoving what this run made ...\n');
    void endRunning(stack.remove).finally(() => process.exit(130));
  };
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  await checkAll(stack, report).catch((error: unknown) =>
    report.check('the platform starts', false, error instanceof Error ? error.message : String(error)),
  );
  if (values.keep) report.note(`kept: project ${stack.project}, ${stack.url}`);
  else {
    const left = await stack.remove();
    report.check('nothing of this run is left', left === '', left);
  }
  return report.finish();
};

process.exitCode = (await start()) === 0 ? 0 : 1;
