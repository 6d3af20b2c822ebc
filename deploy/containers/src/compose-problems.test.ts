import { serviceNames } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { type ComposeFile, type ComposeService, readComposeFile, readText } from './compose-file.ts';
import { composeProblems } from './compose-problems.ts';

const file = readComposeFile();
const parts = ['gateway', ...serviceNames, 'sandbox', 'mongo', 'rabbitmq', 'redis', 'seed'];
const stores = ['mongo', 'rabbitmq', 'redis'];
const answering = ['gateway', ...serviceNames];

it('every part of compose has its health check, limits, init process, profile and networks', () => {
  expect(Object.keys(file.services).sort()).toEqual([...parts].sort());
  expect(composeProblems(file, readText)).toEqual([]);
});

type Writable<T> = { -readonly [K in keyof T]: T[K] };
const planted = (name: string, change: (service: Writable<ComposeService>) => unknown): ComposeFile => {
  const changed = structuredClone(file);
  change(changed.services[name] as Writable<ComposeService>);
  return changed;
};
const isConfining = (name: string): boolean => ['catalog', 'library'].includes(name);

type Plant = (service: Writable<ComposeService>) => unknown;
it.each<[string, readonly string[], Plant]>([
  ['has no memory limit', parts, (one) => delete one.mem_limit],
  ['has no CPU limit that every machine has', parts, (one) => (one.cpus = 4)],
  ['may start any number of processes', parts, (one) => delete one.pids_limit],
  ['has capabilities', parts, (one) => delete one.cap_drop],
  ['may gain privileges', parts, (one) => (one.security_opt = [])],
  ['has no init process', parts.filter((name) => !isConfining(name)), (one) => (one.init = false)],
  ['shows its environment by an init process', parts.filter(isConfining), (one) => (one.init = true)],
  [
    'may write its own files',
    parts.filter((name) => !['mongo', 'rabbitmq'].includes(name)),
    (one) => (one.read_only = false),
  ],
  ['is in the network of all', parts, (one) => delete one.networks],
  ['has a way out', stores, (one) => (one.networks = ['providers'])],
  ['publishes a port', parts.filter((name) => name !== 'gateway'), (one) => (one.ports = ['27017:27017'])],
  ['reaches the stores', ['gateway'], (one) => (one.networks = ['front', 'stores'])],
  ['has another profile', parts, (one) => (one.profiles = ['other'])],
  [
    'does not wait for health',
    [...answering, 'seed'],
    (one) => {
      const names = Object.keys(one.depends_on ?? {});
      one.depends_on = Object.fromEntries(names.map((name) => [name, { condition: 'service_started' }]));
    },
  ],
  ['does not wait for', [...answering, 'seed'], (one) => (one.depends_on = {})],
  [
    'waits for a part of a profile',
    answering,
    (one) => (one.depends_on = { ...one.depends_on, sandbox: { condition: 'service_healthy' } }),
  ],
  [
    'is healthy before it is ready',
    answering,
    (one) => (one.healthcheck = { test: ['CMD', 'node', '--version'] }),
  ],
  ['has no health check', stores, (one) => delete one.healthcheck],
])('finds a planted fault in each part it concerns: %s', (problem, names, plant) => {
  for (const name of names)
    expect(composeProblems(planted(name, plant), readText).join('\n'), name).toContain(`${name} ${problem}`);
});

it('finds an image without a health check', () => {
  const withoutCheck = (file: string): string => readText(file).replace(/^HEALTHCHECK[\s\S]*?\n(?=CMD)/m, '');
  const problems = composeProblems(file, withoutCheck);

  for (const name of [...answering, 'sandbox']) expect(problems).toContain(`${name} has no health check`);
});

it('a missing part is named', () => {
  const { seed: _seed, ...services } = file.services;

  expect(composeProblems({ ...file, services }, readText)).toContain('seed is missing');
});
