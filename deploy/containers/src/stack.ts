import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames } from '@satrangi/contracts';
import { freePorts } from '@satrangi/start';
import type { BaseImages } from './base-images.ts';
import { docker, type Result, run } from './docker.ts';
import { makeEnvironment, makeOverrides, writeSettings } from './environment.ts';

const HEALTHY_MS = 300_000;

/** Containers with the code of this repository. */
export const ownParts = ['gateway', ...serviceNames, 'sandbox'] as const;
export const stores = ['mongo', 'rabbitmq', 'redis'] as const;

const [host = '', outsidePort = '443'] = (process.env.TEST_OUTSIDE ?? '1.1.1.1:443').split(':');
/** A reachable internet address. */
export const outside = { host, port: Number(outsidePort) };

export type PartName = (typeof ownParts)[number] | (typeof stores)[number];

export type Stack = Awaited<ReturnType<typeof openStack>>;

/** Profiles that this run uses; `up` takes those of the settings. */
const ALL_PROFILES = { COMPOSE_PROFILES: 'sandbox,seed' };

type ComposeOptions = {
  readonly shows?: boolean;
  readonly envOf?: string;
  readonly profiles?: Readonly<Record<string, string>>;
};
type StackOptions = { readonly images: BaseImages; readonly port: number | null };

/** The platform of docker-compose.yml under its own project name. */
export const openStack = async (
  command: readonly [string, ...string[]],
  { images, port: given }: StackOptions,
) => {
  const port = given ?? (await freePorts(1))[0] ?? 0;
  const embeddedStore = !images.hasMongo;
  const project = `satrangi-containers-${process.pid}`;
  const dir = mkdtempSync(path.join(tmpdir(), `${project}-`));
  const { env, envFile } = await makeEnvironment(dir, port, images);

  const [program, ...words] = command;
  const files = ['docker-compose.yml', ...makeOverrides(dir, images, embeddedStore)];
  const projectOf = ['-p', project, ...files.flatMap((file) => ['-f', file])];
  const tryCompose = (
    args: readonly string[],
    { shows = false, envOf = envFile, profiles = {} }: ComposeOptions = {},
  ): Promise<Result> =>
    run(program, [...words, '--env-file', envOf, ...projectOf, ...args], {
      env: { COMPOSE_PROJECT_NAME: project, ...profiles },
      shows,
    });
  const compose = async (args: readonly string[], options: ComposeOptions = {}): Promise<string> => {
    const { code, stdout, stderr } = await tryCompose(args, options);
    if (code !== 0) throw new Error(`compose ${args[0]} failed (${code}): ${stderr.slice(-2_000)}`);
    return stdout.trim();
  };

  const ids = new Map<PartName, string>();
  const container = async (part: PartName): Promise<string> => {
    const known = ids.get(part) ?? (await compose(['ps', '-q', '-a', part]));
    if (!known) throw new Error(`there is no container of ${part}`);
    ids.set(part, known);
    return known;
  };
  /** Every container of a part. */
  const containers = async (part: PartName): Promise<string[]> =>
    (await compose(['ps', '-q', '-a', part])).split('\n').filter(Boolean);
  const inspect = async (part: PartName, format: string): Promise<string> =>
    docker(['inspect', '--format', format, await container(part)]);
  /** Runs a program in a container. */
  const exec = async (
    part: PartName,
    args: readonly string[],
    { input, flags = [] }: { readonly input?: string; readonly flags?: readonly string[] } = {},
  ): Promise<Result> =>
    run(
      'docker',
      ['exec', ...(input === undefined ? [] : ['-i']), ...flags, await container(part), ...args],
      {
        ...(input === undefined ? {} : { input }),
      },
    );
  /** Waits until the health checks of these parts pass. @throws Error with the last log lines of a part that does not */
  const healthy = async (parts: readonly PartName[] = [...ownParts, ...stores]): Promise<void> => {
    const last = Date.now() + HEALTHY_MS;
    for (const part of parts)
      while ((await inspect(part, '{{.State.Health.Status}}')) !== 'healthy') {
        if (Date.now() > last) {
          const { stdout, stderr } = await run('docker', ['logs', '--tail', '20', await container(part)]);
          throw new Error(`${part} is not healthy: ${stdout}${stderr}`);
        }
        await sleep(1_000);
      }
  };

  return {
    ...{ project, port, env, embeddedStore, files },
    admin: { email: env.ADMIN_EMAIL ?? '', password: env.ADMIN_PASSWORD ?? '' },
    ...{ compose, tryCompose, container, containers, inspect, exec, healthy },
    /** After a container was replaced by another one. */
    clearContainer: (part: PartName): void => void ids.delete(part),
    url: `http://127.0.0.1:${port}`,
    /** Runs `compose config` without one of the settings. */
    composeWithout: (name: string): Promise<Result> => {
      const { [name]: _missing, ...rest } = env;
      return tryCompose(['config', '-q'], { envOf: writeSettings(path.join(dir, `without-${name}`), rest) });
    },
    build: (): Promise<string> => compose(['build'], { shows: true, profiles: ALL_PROFILES }),
    up: (): Promise<string> => compose(['up', '-d', '--no-build'], { shows: true }),
    /** Runs the part of a profile once. @returns what it printed */
    runOnce: (part: 'seed'): Promise<string> =>
      compose(['run', '--rm', '-T', part], { profiles: ALL_PROFILES }),
    /** Removes containers, networks, volumes and built images. @returns what is left */
    remove: async (): Promise<string> => {
      await tryCompose(['down', '--volumes', '--remove-orphans', '--rmi', 'local', '--timeout', '10'], {
        profiles: ALL_PROFILES,
      });
      if (embeddedStore) await run('docker', ['image', 'rm', `${project}_embedded`]);
      rmSync(dir, { recursive: true, force: true });
      const label = ['--filter', `label=com.docker.compose.project=${project}`];
      const left = await Promise.all([
        docker(['ps', '-aq', ...label]),
        docker(['network', 'ls', '-q', ...label]),
        docker(['volume', 'ls', '-q', ...label]),
        docker(['image', 'ls', '-q', '--filter', `reference=${project}*`]),
      ]);
      return left.filter(Boolean).join(' ');
    },
  };
};
