import { readFileSync } from 'node:fs';
import { serviceNames } from '@satrangi/contracts';
import { parse } from 'yaml';

/** Parts of the platform that run in a cluster: the stores are run by their own operators, the sandbox is for development. */
export const partNames = ['gateway', ...serviceNames] as const;
export type PartName = (typeof partNames)[number];

/** A part as docker-compose.yml runs it. */
export type Part = {
  readonly name: PartName;
  readonly environment: Readonly<Record<string, string>>;
  readonly networks: readonly string[];
  /** Replaces the command of the image. */
  readonly command: readonly string[] | null;
  /** True: it stores files that other replicas and parts read. */
  readonly sharesFiles: boolean;
  /** True: it starts confined processes, which need a system call filter of their own. */
  readonly isConfining: boolean;
  /** The most memory that it may take, as Kubernetes writes it: `768Mi`. */
  readonly memory: string;
};

/** `768m` and `2g` of compose are `768Mi` and `2Gi`. */
const memoryOf = (limit: string): string => `${limit.slice(0, -1)}${limit.slice(-1).toUpperCase()}i`;

type ComposeService = {
  readonly environment: Readonly<Record<string, unknown>>;
  readonly networks: readonly string[];
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit: string;
};

/** The parts of docker-compose.yml, which stays the one place that says what each part is given. */
export const readParts = (): readonly Part[] => {
  const text = readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8');
  const { services } = parse(text, { merge: true }) as { services: Record<string, ComposeService> };
  return partNames.map((name) => {
    const service = services[name];
    if (!service) throw new Error(`docker-compose.yml has no ${name}`);
    return {
      name,
      environment: Object.fromEntries(
        Object.entries(service.environment).map(([key, value]) => [key, String(value)]),
      ),
      networks: service.networks,
      command: service.command ?? null,
      sharesFiles: (service.volumes ?? []).some((volume) => volume.startsWith('files:')),
      isConfining: (service.security_opt ?? []).some((option) => option.startsWith('seccomp:')),
      memory: memoryOf(service.mem_limit),
    };
  });
};

/** The parts that a part calls: it is given their address. */
export const calledBy = ({ name, environment }: Part): readonly PartName[] =>
  partNames.filter(
    (other) =>
      other !== name && Object.values(environment).some((value) => value.startsWith(`http://${other}:`)),
  );
