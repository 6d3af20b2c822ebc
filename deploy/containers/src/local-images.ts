import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { docker, root, run } from './docker.ts';

const DEBIAN = 'satrangi-base/debian:bookworm';
const NODE = 'satrangi-base/node:24';
const NODE_WITH_CACHE = 'satrangi-base/node-npm';
const cache = path.join(root, '.cache/containers');
const certificates = '/etc/ssl/certs/ca-certificates.crt';

/** Prints a line for a step that is done. */
export type Note = (text: string) => void;

export const secondsSince = (began: number): string => ((Date.now() - began) / 1_000).toFixed(0);

export const imageExists = async (image: string): Promise<boolean> =>
  (await run('docker', ['image', 'inspect', image])).code === 0;

/** Debian's packages in an image; the files are kept in `.cache`. @throws Error with the output of debootstrap */
const makeDebian = async (note: Note): Promise<void> => {
  if (await imageExists(DEBIAN)) return;
  const began = Date.now();
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
  note(`${DEBIAN} is made (${secondsSince(began)} s)`);
};

/** The folder of the npm on this machine. */
const npmFolder = async (): Promise<string> => {
  const command = process.env.npm_execpath ?? (await run('which', ['npm'])).stdout.trim();
  return path.dirname(path.dirname(realpathSync(command)));
};

type Recipe = {
  /** A Dockerfile in `base`. */
  readonly file: 'node' | 'npm-cache' | 'rabbitmq' | 'redis';
  readonly args: Readonly<Record<string, string>>;
  /** Writes what the Dockerfile copies. */
  readonly fill: (context: string) => Promise<void> | void;
};

const make = async (image: string, { file, args, fill }: Recipe, note: Note): Promise<void> => {
  if (await imageExists(image)) return;
  const began = Date.now();
  const context = mkdtempSync(path.join(tmpdir(), `satrangi-base-${file}-`));
  const given = Object.entries(args).flatMap((entry) => ['--build-arg', entry.join('=')]);
  const recipe = path.join(root, `deploy/containers/base/${file}.Dockerfile`);
  try {
    await fill(context);
    await docker(['build', '--network', 'host', '-q', '-t', image, ...given, '-f', recipe, context]);
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
  note(`${image} is made (${secondsSince(began)} s)`);
};

const makeNode = (note: Note): Promise<void> => {
  const given = process.env.NODE_EXTRA_CA_CERTS;
  const recipe: Recipe = {
    file: 'node',
    args: { DEBIAN, EXTRA_CA: given ? certificates : '' },
    fill: async (context) => {
      cpSync(path.join(root, 'node_modules/node/bin/node'), path.join(context, 'node'));
      cpSync(await npmFolder(), path.join(context, 'npm'), { recursive: true });
      mkdirSync(path.join(context, 'certificates'));
      cpSync(given ?? certificates, path.join(context, 'certificates/ca-certificates.crt'));
    },
  };
  return make(NODE, recipe, note);
};

/** The files that decide what npm installs. */
const manifests = (): string[] => [
  ...['package.json', 'package-lock.json', '.npmrc'],
  ...globSync('{contracts,gateway,web,admin-web,web/kit,services/*,deploy/*}/package.json', { cwd: root }),
];

/** Of an image that is made for each lock file, only the last one is of use. */
const removeOlder = async (repository: string): Promise<void> => {
  const older = await docker(['image', 'ls', '-q', repository]);
  if (older) await run('docker', ['image', 'rm', ...older.split('\n')]);
};

/** @returns Node's image with the packages of this lock file in npm's cache */
const makeNodeWithCache = async (note: Note): Promise<string> => {
  const files = manifests();
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(path.join(root, file)));
  const image = `${NODE_WITH_CACHE}:${hash.digest('hex').slice(0, 12)}`;
  const fill = (context: string): void => {
    for (const file of files) cpSync(path.join(root, file), path.join(context, file));
  };
  await makeNode(note);
  if (!(await imageExists(image))) await removeOlder(NODE_WITH_CACHE);
  await make(image, { file: 'npm-cache', args: { NODE }, fill }, note);
  return image;
};

const makeStore = async (file: 'rabbitmq' | 'redis', note: Note): Promise<string> => {
  const image = `satrangi-base/${file}:debian`;
  const fill = (context: string): void => {
    const entrypoint = path.join(context, 'docker-entrypoint.sh');
    writeFileSync(entrypoint, '#!/bin/sh\nexec "$@"\n');
    chmodSync(entrypoint, 0o755);
  };
  await make(image, { file, args: { DEBIAN }, fill }, note);
  return image;
};

/**
 * Makes an image in place of a public one, from Debian's packages and the npm package `node`.
 * @returns its name @throws Error when that fails
 */
export const makeLocalImage = async (name: 'node' | 'rabbitmq' | 'redis', note: Note): Promise<string> => {
  await makeDebian(note);
  return name === 'node' ? makeNodeWithCache(note) : makeStore(name, note);
};
