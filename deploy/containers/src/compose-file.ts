import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { root } from './docker.ts';

type Dependencies = Readonly<Record<string, { readonly condition?: string }>>;

/** A service of docker-compose.yml, after YAML's own merges. */
export type ComposeService = {
  readonly image?: string;
  readonly build?: { readonly dockerfile: string; readonly args?: Readonly<Record<string, string>> };
  readonly profiles?: readonly string[];
  readonly restart?: string;
  readonly init?: boolean;
  readonly mem_limit?: string;
  readonly cpus?: number;
  readonly pids_limit?: number;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Dependencies;
  readonly healthcheck?: { readonly test?: readonly string[] };
};

export type ComposeFile = {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean | string } | null>>;
};

export const readText = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** @returns docker-compose.yml of the repository */
export const readComposeFile = (): ComposeFile => parse(readText('docker-compose.yml'), { merge: true });

/** @param size as compose writes it: `768m`, `2g` @returns bytes */
export const bytesOf = (size: string): number => {
  const unit = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 }[size.slice(-1)];
  if (!unit) throw new Error(`no size: ${size}`);
  return Number(size.slice(0, -1)) * unit;
};
