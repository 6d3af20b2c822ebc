/**
 * `node --import` this file: modules are loaded with the mutations that `MUTATIONS` names. All of them are tried
 * before the first module loads, so that a process never starts with only some of the mutations.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { applyMutations, filesOf, readNames } from './apply-mutations.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const names = readNames(process.env.MUTATIONS);
const mutated = new Map(
  filesOf(names).map((file) => {
    const full = path.join(root, file);
    return [full, applyMutations(names, file, readFileSync(full, 'utf8'))];
  }),
);

if (mutated.size > 0)
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      const source = url.startsWith('file:') ? mutated.get(fileURLToPath(url)) : undefined;
      return source === undefined ? loaded : { ...loaded, source };
    },
  });
