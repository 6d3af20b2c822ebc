import { globSync } from 'node:fs';
import { readText } from './compose-file.ts';
import { root } from './docker.ts';

/** What a file starts of its own. It would not use the containers: `npm test` runs it. */
const OWN_STORES: readonly (readonly [RegExp, string])[] = [
  [/\bstartRedis\b/, 'it starts a Redis of its own, to kill it'],
  [/\brabbitmqctl\b/, 'it makes users of a broker on this machine'],
  [/\b(spawnMongo|startMongo|superviseStore)\b/, 'it starts an embedded store of its own, to stop it'],
];
const OWN_FOLDERS: Readonly<Record<string, string>> = {
  'deploy/embedded': 'it tests the embedded store itself',
  'deploy/start/test/first-start': 'it starts the platform with its embedded store',
};

export type IntFiles = {
  /** Files to run, by folder. */
  readonly folders: ReadonlyMap<string, readonly string[]>;
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
};

/** Why a file does not run with stores in containers; null when it does. */
const ownStoreOf = (file: string): string | null => {
  const folder = Object.keys(OWN_FOLDERS).find((start) => file.startsWith(start));
  if (folder !== undefined) return OWN_FOLDERS[folder] ?? null;
  const text = readText(file);
  return OWN_STORES.find(([pattern]) => pattern.test(text))?.[1] ?? null;
};

/**
 * The files of the project `int`, as vitest.config.ts includes them.
 * @param wanted parts of paths; none selects all
 */
export const findIntFiles = (wanted: readonly string[]): IntFiles => {
  const files = globSync('{gateway,services,deploy}/**/test/**/*.int.test.ts', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(String(path)),
  }).filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)));
  const running: string[] = [];
  const skipped: { name: string; reason: string }[] = [];
  for (const file of files.sort()) {
    const reason = ownStoreOf(file);
    if (reason === null) running.push(file);
    else skipped.push({ name: file, reason });
  }
  return { folders: Map.groupBy(running, (file) => file.split('/test/')[0] ?? ''), skipped };
};
