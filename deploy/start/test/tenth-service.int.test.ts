/** A service with a hyphen in its name is added to a copy of the repository: every part that needs it includes it. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { isNightly } from '@satrangi/chassis/testing';
import { serviceNames } from '@satrangi/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyRepository, linkPackages } from './tenth-service/copy-repository.ts';
import { addSampleDesk } from './tenth-service/generate.ts';

const TIMEOUT_MS = 600_000;

let copied: ReturnType<typeof copyRepository>;
let touched: ReturnType<typeof addSampleDesk>;

/** Runs a program in the copy. @returns what it prints. @throws Error with all of its output when it fails */
const run = async (command: string, args: readonly string[]): Promise<string> => {
  const { NODE_ENV: _env, VITEST: _vitest, ...env } = process.env;
  const options = { cwd: copied.copy, env, maxBuffer: 1 << 26, encoding: 'utf8' as const };
  try {
    return (await promisify(execFile)(command, args, options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')} failed\n${stdout}\n${stderr}`.slice(-8_000));
  }
};
const node = (...args: string[]): Promise<string> => run(process.execPath, args);
const tool = (name: string, ...args: string[]): Promise<string> =>
  run(path.join(copied.copy, 'node_modules/.bin', name), args);

beforeAll(async () => {
  copied = copyRepository();
  touched = addSampleDesk(copied.copy);
  linkPackages(copied.copy);
  await node('contracts/src/docs/print.ts');
  await node('deploy/start/src/print-store-users.ts');
}, TIMEOUT_MS);
afterAll(() => copied?.[Symbol.dispose]());

it('a new service is its folder, two contract files, samples and three edits', () => {
  const outside = touched.added.filter((file) => !file.startsWith('services/sample-desk/'));

  expect(outside.sort()).toEqual([
    'contracts/samples/sample-desk.admin-acted.v1.json',
    'contracts/samples/sample-desk.user-forgotten.v1.json',
    'contracts/src/sample-desk.api.ts',
    'contracts/src/sample-desk.events.ts',
  ]);
  expect(touched.edited).toEqual([
    'contracts/src/services.ts',
    'contracts/src/subscriptions.ts',
    'docker-compose.yml',
  ]);
});

/**
 * What reads the table of services. A pull request checks these parts with the new service; nightly everything is checked,
 * also the unused code and the planted violations, which need two minutes of both cores.
 */
const readersOfTheTable = ['contracts', 'gateway', 'services/sample-desk', 'deploy/start'];

const checkTypes = (): Promise<string> => {
  // each further checker repeats work of the first: four need three times the CPU time of one
  if (isNightly) return tool('tsc', '-b', '--checkers', '1');
  const config = {
    extends: './tsconfig.node.json',
    compilerOptions: { composite: false, incremental: false, noEmit: true, tsBuildInfoFile: null },
    include: [...readersOfTheTable.map((part) => `${part}/**/*.ts`), 'services/**/*.d.ts'],
  };
  writeFileSync(path.join(copied.copy, 'tsconfig.readers.json'), JSON.stringify(config));
  return tool('tsc', '-p', 'tsconfig.readers.json', '--checkers', '1');
};

it('the check passes with it: types, lint, borders, unused code, words, sizes, promises, documents', {
  timeout: TIMEOUT_MS,
}, async () => {
  const everything = ['contracts', 'gateway', 'services', 'web', 'admin-web', 'deploy'];
  const parts = isNightly ? everything : readersOfTheTable;

  await Promise.all([
    checkTypes(),
    (async () => {
      await tool(
        'biome',
        'check',
        'contracts',
        'services/sample-desk',
        'deploy/docker',
        'docker-compose.yml',
      );
      await tool('depcruise', ...parts, '--config', '.dependency-cruiser.mjs');
      if (isNightly) await tool('knip');
      await node('contracts/src/docs/print.ts', '--check');
      // the lists of files come from git
      await run('git', ['init', '--quiet']);
      for (const check of ['check-vocabulary.mjs', 'check-file-sizes.mjs'])
        await node(`deploy/tools/${check}`);
      await node('deploy/tools/promises.mjs', '--check');
      if (isNightly) await node('deploy/tools/plant-violations.mjs');
    })(),
  ]);
});

it('the tests of contracts, launcher and gateway pass with it', {
  timeout: TIMEOUT_MS,
}, async () => {
  const contracts = ['services', 'events', 'samples', 'routes'].map(
    (name) => `contracts/src/${name}.test.ts`,
  );
  const launcher = ['compose', 'store-users'].map((name) => `deploy/start/src/${name}.test.ts`);

  await tool('vitest', 'run', '--project', 'unit', ...contracts, ...launcher);
  await tool('vitest', 'run', '--project', 'int', 'gateway/test/export');
});

it('the printed files name it with underscores where a hyphen is not allowed', () => {
  const read = (file: string): string => readFileSync(path.join(copied.copy, file), 'utf8');

  expect(existsSync(path.join(copied.copy, 'contracts/docs/sample-desk.openapi.json'))).toBe(true);
  expect(read('docker-compose.yml')).toContain('SAMPLE_DESK_URL: http://sample-desk:4010');
  expect(read('deploy/docker/env.example')).toContain('\nSAMPLE_DESK_PASSWORD=\n');
  expect(read('deploy/docker/mongo-users.js')).toContain("getSiblingDB('satrangi_sample_desk')");
  expect(read('deploy/docker/redis-users.acl')).toContain('user sample-desk on >@SAMPLE_DESK_PASSWORD@');
  expect(read('deploy/docker/rabbitmq-definitions.json')).toContain('"sample-desk.record-sample.parked"');
});

it('the platform starts it, routes to it, delivers events to it, counts its erasure, and checks its database', {
  timeout: TIMEOUT_MS,
}, async () => {
  const seen = JSON.parse(await node('deploy/start/test/tenth-service/probe.ts')) as Record<string, unknown>;

  expect(seen).toMatchObject({
    databases: expect.arrayContaining(['satrangi_sample_desk']),
    services: Object.fromEntries([...serviceNames, 'sample-desk'].map((name) => [name, 'up'])),
    refused: 401,
    before: { items: [] },
    after: { items: ['book-of-the-probe'] },
    stored: 1,
    exported: { 'sample-desk': { items: ['book-of-the-probe'] } },
    outbox: 0,
    acknowledged: expect.arrayContaining(['sample-desk', 'library']),
    storedAfterErasure: 0,
    withoutDatabase: 'the database satrangi_sample_desk of sample-desk is missing: nothing was checked',
  });
});
