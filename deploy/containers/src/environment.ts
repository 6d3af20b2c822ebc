import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { serviceNames } from '@satrangi/contracts';
import type { BaseImages } from './base-images.ts';
import { root, run } from './docker.ts';

export const ADMIN_MAIL = 'editor@containers.example';

const settingsIn = (file: string): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync(file, 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

export const writeSettings = (file: string, env: Readonly<Record<string, string>>): string => {
  const lines = Object.entries(env).map((entry) => `${entry.join('=')}\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  return file;
};

/**
 * The settings of a fresh machine, as `make-env.mjs` writes them, with the port of this run and its images. One proxy is
 * trusted, so that readers come from different addresses.
 * @returns the settings, and the file that holds them
 */
export const makeEnvironment = async (dir: string, port: number, images: BaseImages) => {
  const fresh = path.join(dir, 'fresh');
  const script = path.join(root, 'deploy/docker/make-env.mjs');
  const { code, stderr } = await run(process.execPath, [script, ADMIN_MAIL, '--to', fresh]);
  if (code !== 0) throw new Error(`make-env failed (${code}): ${stderr}`);
  const env: Record<string, string> = {
    ...settingsIn(fresh),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '1',
    ...images.env,
  };
  return { env, envFile: writeSettings(path.join(dir, 'env'), env) };
};

const ownImages = ['gateway', ...serviceNames, 'sandbox', 'seed'];

/** @returns compose files that this run adds; JSON is YAML */
export const makeOverrides = (dir: string, images: BaseImages, embeddedStore: boolean): string[] => {
  const write = (name: string, services: object): string => {
    const file = path.join(dir, `${name}.yml`);
    writeFileSync(file, JSON.stringify({ services }));
    return file;
  };
  const forEach = (names: readonly string[], service: object): object =>
    Object.fromEntries(names.map((name) => [name, service]));
  // where registries are out of reach, the network of containers may be too
  const build = { build: { network: 'host' } };
  const address = { environment: { MONGODB_URI: 'mongodb://mongo:27017' } };
  return [
    ...(embeddedStore
      ? ['deploy/containers/embedded-store.yml', write('addresses', forEach(serviceNames, address))]
      : []),
    ...(images.local.includes('NODE_IMAGE')
      ? [write('build', forEach([...ownImages, ...(embeddedStore ? ['mongo'] : [])], build))]
      : []),
  ];
};
