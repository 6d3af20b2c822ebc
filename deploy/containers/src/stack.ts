import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { envName, secretsOf, serviceNames } from '@satrangi/contracts';
import { freePorts } from '@satrangi/start';
import { docker, type Result, run } from './docker.ts';

const HEALTHY_MS = 300_000;
export const ADMIN = { email: 'editor@containers.example', password: 'a long password of the editor' };

/** Containers with the code of this repository. */
export const ownParts = ['gateway', ...serviceNames, 'sandbox'] as const;
export const stores = ['mongo', 'rabbitmq', 'redis'] as const;

const [host = '', outsidePort = '443'] = (process.env.TEST_OUTSIDE ?? '1.1.1.1:443').split(':');
/** A reachable internet address. */
export const outside = { host, port: Number(outsidePort) };

export type PartName = (typeof ownParts)[number] | (typeof stores)[number];

const secret = (): string => randomBytes(24).toString('hex');

const settings = (port: number, sandboxPassword: string): Record<string, string> => ({
  NODE_ENV: 'development',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  SANDBOX_PASSWORD: sandboxPassword,
  STRIPE_SECRET_KEY: `sk_test_${secret()}`,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_containers',
  ...Object.fromEntries(
    ['INTERNAL_SECRET', 'STRIPE_WEBHOOK_SECRET', 'CASHFREE_CLIENT_ID', 'CASHFREE_CLIENT_SECRET']
      .concat(['RABBITMQ_PASSWORD', 'MONGO_PASSWORD', 'GATEWAY_PASSWORD'])
      .concat(serviceNames.flatMap((name) => [envName(name, 'PASSWORD'), ...secretsOf(name)]))
      .map((name) => [name, secret()]),
  ),
});

const writeEnv = (file: string, env: Readonly<Record<string, string>>): string => {
  const lines = Object.entries(env).map((entry) => `${entry.join('=')}\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  return file;
};

/** @returns compose files that replace MongoDB by the embedded server and set its address in each service */
const withEmbeddedStore = (dir: string): string[] => {
  const file = path.join(dir, 'embedded-addresses.yml');
  const service = { environment: { MONGODB_URI: 'mongodb://mongo:27017' } };
  // JSON is YAML.
  writeFileSync(
    file,
    JSON.stringify({ services: Object.fromEntries(serviceNames.map((name) => [name, service])) }),
  );
  return ['deploy/containers/embedded-store.yml', file];
};

export type Stack = Awaited<ReturnType<typeof openStack>>;

/** The platform of docker-compose.yml under its own project name. */
export const openStack = async (
  command: readonly [string, ...string[]],
  { embeddedStore }: { readonly embeddedStore: boolean },
) => {
  const [port = 0] = await freePorts(1);
  const sandboxPassword = secret();
  const project = `satrangi-containers-${process.pid}`;
  const dir = mkdtempSync(path.join(tmpdir(), `${project}-`));
  const env = settings(port, sandboxPassword);
  const envFile = writeEnv(path.join(dir, 'env'), env);

  const [program, ...words] = command;
  const files = ['docker-compose.yml', ...(embeddedStore ? withEmbeddedStore(dir) : [])];
  const given = ['-p', project, ...files.flatMap((file) => ['-f', file])];
  const tryCompose = (args: readonly string[], shows = false, envOf = envFile): Promise<Result> =>
    run(program, [...words, '--env-file', envOf, ...given, ...args], {
      env: { COMPOSE_PROJECT_NAME: project },
      shows,
    });
  const compose = async (args: readonly string[], shows = false): Promise<string> => {
    const { code, stdout, stderr } = await tryCompose(args, shows);
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
  const healthy = async (parts: readonly PartName[] = ownParts): Promise<void> => {
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
    ...{ project, port, env, embeddedStore, sandboxPassword, files },
    ...{ compose, tryCompose, container, inspect, exec, healthy },
    url: `http://127.0.0.1:${port}`,
    /** Runs `compose config` without one of the settings. */
    composeWithout: (name: string): Promise<Result> => {
      const { [name]: _missing, ...rest } = env;
      return tryCompose(['config', '-q'], false, writeEnv(path.join(dir, `without-${name}`), rest));
    },
    build: (): Promise<string> => compose(['build'], true),
    up: (): Promise<string> => compose(['up', '-d', '--no-build'], true),
    /** Removes containers, networks, volumes and built images. @returns what is left */
    remove: async (): Promise<string> => {
      await tryCompose(['down', '--volumes', '--remove-orphans', '--rmi', 'local', '--timeout', '10']);
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
