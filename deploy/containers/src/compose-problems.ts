import { serviceNames } from '@satrangi/contracts';
import type { ComposeFile, ComposeService } from './compose-file.ts';

const STORES = ['mongo', 'rabbitmq', 'redis'];
/** Parts that run only when their profile is selected. */
const PROFILES: Readonly<Record<string, string>> = { sandbox: 'sandbox', seed: 'seed' };
/** Their public images write outside of their volumes. */
const WRITABLE_ROOT = new Set(['mongo', 'rabbitmq']);
/** How each part with an HTTP server is checked; others have a check of their own. */
const readinessOf = (name: string): string | null => {
  if (name === 'gateway') return '/api/readyz';
  return serviceNames.some((service) => service === name) ? '/health/ready' : null;
};

/** What each part waits for until it is healthy. */
const waitsFor = (name: string): readonly string[] => {
  if (name === 'gateway') return [...serviceNames, 'redis'];
  if (name === 'seed') return ['gateway'];
  return readinessOf(name) ? STORES : [];
};

const isConfining = ({ security_opt: options = [] }: ComposeService): boolean =>
  options.some((option) => option.startsWith('seccomp:'));

/** The health check of a part: that of compose, else that of its image; an empty string when it has none. */
const healthCheckOf = (service: ComposeService, textOf: (file: string) => string): string => {
  if (service.healthcheck?.test) return service.healthcheck.test.join(' ');
  const image = service.build ? textOf(service.build.dockerfile) : '';
  return /^HEALTHCHECK [^\n]*\\\n.*CMD (\[.*\])$/m.exec(image)?.[1] ?? '';
};

const healthProblems = (
  name: string,
  { services }: ComposeFile,
  textOf: (file: string) => string,
): [boolean, string][] => {
  const service = services[name] ?? {};
  const check = healthCheckOf(service, textOf);
  const ends = service.restart === 'no';
  const dependencies = Object.entries(service.depends_on ?? {});
  const isOff = (other: string): boolean =>
    services[other]?.profiles !== undefined && service.profiles === undefined;
  return [
    [ends || check !== '', 'has no health check'],
    [check.includes(readinessOf(name) ?? ''), 'is healthy before it is ready'],
    [dependencies.every(([, { condition }]) => condition === 'service_healthy'), 'does not wait for health'],
    [
      waitsFor(name).every((other) => dependencies.some(([found]) => found === other)),
      `does not wait for ${waitsFor(name).join(', ')}`,
    ],
    [!dependencies.some(([other]) => isOff(other)), 'waits for a part of a profile'],
  ];
};

const limitProblems = (name: string, service: ComposeService): [boolean, string][] => [
  [/^\d+[mg]$/.test(service.mem_limit ?? ''), 'has no memory limit'],
  [(service.cpus ?? 0) > 0 && (service.cpus ?? 0) <= 1, 'has no CPU limit that every machine has'],
  [(service.pids_limit ?? 0) > 0, 'may start any number of processes'],
  [service.cap_drop?.join() === 'ALL', 'has capabilities'],
  [service.security_opt?.includes('no-new-privileges:true') === true, 'may gain privileges'],
  [service.read_only === true || WRITABLE_ROOT.has(name), 'may write its own files'],
  [
    service.init === !isConfining(service),
    isConfining(service) ? 'shows its environment by an init process' : 'has no init process',
  ],
];

/** Stores have no way out and no port; only the gateway publishes one. */
const networkProblems = (name: string, service: ComposeService, file: ComposeFile): [boolean, string][] => {
  const networks = service.networks ?? [];
  return [
    [networks.length > 0, 'is in the network of all'],
    [
      !STORES.includes(name) || networks.every((one) => file.networks[one]?.internal === true),
      'has a way out',
    ],
    [name === 'gateway' || service.ports === undefined, 'publishes a port'],
    [name !== 'gateway' || !networks.includes('stores'), 'reaches the stores'],
    [(service.profiles ?? []).join() === (PROFILES[name] ?? ''), 'has another profile'],
  ];
};

/**
 * What docker-compose.yml lacks, a sentence for each.
 * @param textOf reads a file of the repository: the health check of our parts is in their Dockerfiles
 */
export const composeProblems = (file: ComposeFile, textOf: (file: string) => string): readonly string[] => {
  const expected = ['gateway', ...serviceNames, ...STORES, ...Object.keys(PROFILES)];
  const missing = expected.filter((name) => !file.services[name]).map((name) => `${name} is missing`);
  const problems = Object.entries(file.services).flatMap(([name, service]) =>
    [
      ...healthProblems(name, file, textOf),
      ...limitProblems(name, service),
      ...networkProblems(name, service, file),
    ].flatMap(([holds, problem]) => (holds ? [] : [`${name} ${problem}`])),
  );
  return [...missing, ...problems];
};
