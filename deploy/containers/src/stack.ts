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
import { type Note, secondsSince } from './local-images.ts';

const HEALTHY_MS = 300_000;
/** They wait for a registry half of their time. */
const BUILDS_AT_ONCE = 2;

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
  readonly envOf?: string;
  readonly profiles?: Readonly<Record<string, string>>;
};
type StackOptions = { readonly images: BaseImages; readonly port: number | null };

/** Images without a name, as stages of a build leave them. */
const unnamedImages = async (): Promise<string[]> =>
  (await docker(['image', 'ls', '-q', '--filter', 'dangling=true'])).split('\n').filter(Boolean);

/** Volumes that no container uses. */
const unusedVolumes = async (): Promise<string[]> =>
  (await docker(['volume', 'ls', '-q', '--filter', 'dangling=true'])).split('\n').filter(Boolean);

/** Commands of compose for one project. */
const composeCommands = (
  [program, ...words]: readonly [string, ...string[]],
  { project, files, envFile }: { project: string; files: readonly string[]; envFile: string },
) => {
  const projectOf = ['-p', project, ...files.flatMap((file) => ['-f', file])];
  const tryCompose = (
    args: readonly string[],
    { envOf = envFile, profiles = {} }: ComposeOptions = {},
  ): Promise<Result> =>
    run(program, [...words, '--env-file', envOf, ...projectOf, ...args], {
      env: { COMPOSE_PROJECT_NAME: project, ...profiles },
    });
  const compose = async (args: readonly string[], options: ComposeOptions = {}): Promise<string> => {
    const { code, stdout, stderr } = await tryCompose(args, options);
    if (code !== 0) throw new Error(`compose ${args[0]} failed (${code}): ${stderr.slice(-2_000)}`);
    return stdout.trim();
  };
  return { tryCompose, compose };
};
type ComposeCommands = ReturnType<typeof composeCommands>;

/** The containers of a project, by part. */
const stackContainers = (compose: ComposeCommands['compose']) => {
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
    ...{ container, containers, inspect, exec, healthy },
    /** After a container was replaced by another one. */
    clearContainer: (part: PartName): void => void ids.delete(part),
  };
};

const buildImages = async (
  compose: ComposeCommands['compose'],
  embeddedStore: boolean,
  note: Note,
): Promise<void> => {
  const waiting: string[] = [...ownParts, 'seed', ...(embeddedStore ? ['mongo'] : [])];
  const buildNext = async (): Promise<void> => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const began = Date.now();
      await compose(['build', part], { profiles: ALL_PROFILES });
      note(`image of ${part} is built (${secondsSince(began)} s)`);
    }
  };
  await Promise.all(Array.from({ length: BUILDS_AT_ONCE }, buildNext));
};

/** Records what exists before the project does. @returns the function that removes the project */
const prepareRemoval = async ({
  project,
  dir,
  embeddedStore,
  tryCompose,
}: {
  project: string;
  dir: string;
  embeddedStore: boolean;
  tryCompose: ComposeCommands['tryCompose'];
}): Promise<() => Promise<string>> => {
  const unnamedBefore = new Set(await unnamedImages());
  const unusedBefore = new Set(await unusedVolumes());
  return async () => {
    await tryCompose(['down', '--volumes', '--remove-orphans', '--rmi', 'local', '--timeout', '10'], {
      profiles: ALL_PROFILES,
    });
    if (embeddedStore) await run('docker', ['image', 'rm', `${project}_embedded`]);
    // the stage of the gateway's image that builds the pages
    const unnamed = (await unnamedImages()).filter((id) => !unnamedBefore.has(id));
    if (unnamed.length > 0) await run('docker', ['image', 'rm', ...unnamed]);
    rmSync(dir, { recursive: true, force: true });
    const label = ['--filter', `label=com.docker.compose.project=${project}`];
    const left = await Promise.all([
      docker(['ps', '-aq', ...label]),
      docker(['network', 'ls', '-q', ...label]),
      docker(['volume', 'ls', '-q', ...label]),
      unusedVolumes().then((names) => names.filter((name) => !unusedBefore.has(name)).join(' ')),
      docker(['image', 'ls', '-q', '--filter', `reference=${project}*`]),
    ]);
    return left.filter(Boolean).join(' ');
  };
};

/** The platform of docker-compose.yml under its own project name. */
export const openStack = async (
  command: readonly [string, ...string[]],
  { images, port: given }: StackOptions,
) => {
  const port = given ?? (await freePorts(1))[0] ?? 0;
  const embeddedStore = images.env.MONGO_IMAGE === undefined;
  const project = `satrangi-containers-${process.pid}`;
  const dir = mkdtempSync(path.join(tmpdir(), `${project}-`));
  const { env, envFile } = await makeEnvironment(dir, port, images);
  const files = ['docker-compose.yml', ...makeOverrides(dir, images, embeddedStore)];
  const { tryCompose, compose } = composeCommands(command, { project, files, envFile });
  const remove = await prepareRemoval({ project, dir, embeddedStore, tryCompose });

  return {
    ...{ project, port, env, embeddedStore, files },
    admin: { email: env.ADMIN_EMAIL ?? '', password: env.ADMIN_PASSWORD ?? '' },
    ...{ compose, tryCompose },
    ...stackContainers(compose),
    url: `http://127.0.0.1:${port}`,
    /** Runs `compose config` without one of the settings. */
    composeWithout: (name: string): Promise<Result> => {
      const { [name]: _missing, ...rest } = env;
      return tryCompose(['config', '-q'], { envOf: writeSettings(path.join(dir, `without-${name}`), rest) });
    },
    /** Builds the images, a few at a time, and prints a line for each. */
    build: (note: Note): Promise<void> => buildImages(compose, embeddedStore, note),
    up: (): Promise<string> => compose(['up', '-d', '--no-build']),
    /** Runs the part of a profile once. @returns what it printed */
    runOnce: (part: 'seed'): Promise<string> =>
      compose(['run', '--rm', '-T', part], { profiles: ALL_PROFILES }),
    /** Removes containers, networks, volumes and built images. @returns what is left */
    remove,
  };
};
