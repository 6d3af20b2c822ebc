import type { MutationName } from './mutations.ts';

const register = new URL('./register.ts', import.meta.url);

/** Variables with which a process of Node starts without these safety parts; with none named, as it is written. */
export const without = (...names: readonly MutationName[]): Record<string, string | undefined> => ({
  MUTATIONS: names.length > 0 ? names.join(',') : undefined,
  NODE_OPTIONS: names.length > 0 ? `--import=${register.href}` : undefined,
});
