import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { applyMutations, filesOf, readNames } from './apply-mutations.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Where modules are loaded a second time. */
const mutated = ['services/', 'gateway/', 'web/src/', 'deploy/embedded/'].map((folder) =>
  path.join(root, folder),
);
const isMutated = (id: string): boolean =>
  mutated.some((folder) => id.startsWith(folder)) && !id.includes('/node_modules/') && /\.tsx?$/.test(id);
const QUERY = /\?mutations=([\w,-]+)$/;

const namesIn = (id: string | undefined): string | undefined => QUERY.exec(id ?? '')?.[1];
const withoutNames = (id: string): string => id.replace(QUERY, '');

/**
 * For tests inside one process: `import('./part.ts?mutations=a,b')` loads that module, and everything of `services/`,
 * `gateway/`, `web/src/` or `deploy/embedded/` that it imports, a second time with these mutations. `MUTATIONS=a,b` in the environment mutates all that is loaded:
 * `MUTATIONS=rank-rule npx vitest run --project int services/payments` must be red.
 */
export const mutationPlugin = (): Plugin => {
  const everywhere = readNames(process.env.MUTATIONS);
  return {
    name: 'negative-controls',
    enforce: 'pre',
    resolveId: {
      async handler(source, importer, options) {
        const names = namesIn(source) ?? namesIn(importer);
        if (names === undefined) return null;
        const from = importer === undefined ? undefined : withoutNames(importer);
        const resolved = await this.resolve(withoutNames(source), from, { ...options, skipSelf: true });
        if (!resolved || !isMutated(resolved.id)) return resolved;
        return { ...resolved, id: `${resolved.id}?mutations=${names}` };
      },
    },
    transform: {
      handler(code, id) {
        const names = [...everywhere, ...readNames(namesIn(id))];
        const file = path.relative(root, withoutNames(id));
        return filesOf(names).includes(file) ? { code: applyMutations(names, file, code), map: null } : null;
      },
    },
  };
};
