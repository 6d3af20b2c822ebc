import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { docker, root, run } from './docker.ts';

/** Public images by the variable that replaces each. */
const PUBLIC = {
  NODE_IMAGE: 'node:24-slim',
  MONGO_IMAGE: 'mongo:8',
  RABBITMQ_IMAGE: 'rabbitmq:4',
  REDIS_IMAGE: 'redis:7',
} as const;
type Variable = keyof typeof PUBLIC;
const variables = Object.keys(PUBLIC) as Variable[];

const DEBIAN = 'satrangi-base/debian:bookworm';
/** What Debian brings. MongoDB is not among it: the embedded server takes its place. */
const LOCAL: Readonly<Partial<Record<Variable, string>>> = {
  NODE_IMAGE: 'satrangi-base/node:24',
  RABBITMQ_IMAGE: 'satrangi-base/rabbitmq:debian',
  REDIS_IMAGE: 'satrangi-base/redis:debian',
};
const cache = path.join(root, '.cache/containers');
const certificates = '/etc/ssl/certs/ca-certificates.crt';

const exists = async (image: string): Promise<boolean> =>
  (await run('docker', ['image', 'inspect', image])).code === 0;
const isAvailable = async (image: string): Promise<boolean> =>
  (await exists(image)) || (await run('docker', ['pull', '--quiet', image])).code === 0;

/** Debian's packages in an image; the files are kept in `.cache`. @throws Error with the output of debootstrap */
const makeDebian = async (): Promise<void> => {
  if (await exists(DEBIAN)) return;
  const file = path.join(cache, 'debian-bookworm.tar');
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true });
    const dir = mkdtempSync(path.join(tmpdir(), 'satrangi-debian-'));
    const { code, stdout, stderr } = await run('debootstrap', [
      ...['--variant=minbase', '--include=ca-certificates', 'bookworm'],
      dir,
    ]);
    if (code !== 0) throw new Error(`debootstrap failed (${code}): ${(stderr || stdout).slice(-500)}`);
    await run('tar', ['-C', dir, '-cf', `${file}.part`, '.']);
    await run('mv', [`${file}.part`, file]);
    rmSync(dir, { recursive: true, force: true });
  }
  await docker(['import', file, DEBIAN]);
};

/** The folder of the npm on this machine. */
const npmFolder = async (): Promise<string> => {
  const command = process.env.npm_execpath ?? (await run('which', ['npm'])).stdout.trim();
  return path.dirname(path.dirname(realpathSync(command)));
};

const makeImage = async (name: 'node' | 'rabbitmq' | 'redis', image: string): Promise<void> => {
  if (await exists(image)) return;
  const context = mkdtempSync(path.join(tmpdir(), `satrangi-base-${name}-`));
  const given = process.env.NODE_EXTRA_CA_CERTS;
  if (name === 'node') {
    cpSync(path.join(root, 'node_modules/node/bin/node'), path.join(context, 'node'));
    cpSync(await npmFolder(), path.join(context, 'npm'), { recursive: true });
    mkdirSync(path.join(context, 'certificates'));
    cpSync(given ?? certificates, path.join(context, 'certificates/ca-certificates.crt'));
  } else {
    const entrypoint = path.join(context, 'docker-entrypoint.sh');
    writeFileSync(entrypoint, '#!/bin/sh\nexec "$@"\n');
    chmodSync(entrypoint, 0o755);
  }
  const args = ['--build-arg', `DEBIAN=${DEBIAN}`, '--build-arg', `EXTRA_CA=${given ? certificates : ''}`];
  const file = path.join(root, `deploy/containers/base/${name}.Dockerfile`);
  try {
    await docker(['build', '--network', 'host', '-q', '-t', image, ...args, '-f', file, context]);
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
};

export type BaseImages = {
  /** Names of images, by the variable of docker-compose.yml. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables whose image was made here, because no registry has it. */
  readonly local: readonly string[];
  /** False: the embedded server takes MongoDB's place. */
  readonly hasMongo: boolean;
};

/**
 * The images below ours and of the stores: the ones that the environment names, else the public ones, else images made
 * from Debian's packages and the npm package `node`. @throws Error when none of these can be had
 */
export const findBaseImages = async (): Promise<BaseImages> => {
  const env: Record<string, string> = {};
  const local: string[] = [];
  let hasMongo = true;
  for (const variable of variables) {
    const given = process.env[variable];
    if (given || (await isAvailable(PUBLIC[variable]))) {
      env[variable] = given || PUBLIC[variable];
      continue;
    }
    const image = LOCAL[variable];
    if (!image) {
      hasMongo = false;
      continue;
    }
    await makeDebian();
    await makeImage(image.split(/[/:]/)[1] as 'node' | 'rabbitmq' | 'redis', image);
    env[variable] = image;
    local.push(variable);
  }
  return { env, local, hasMongo };
};
