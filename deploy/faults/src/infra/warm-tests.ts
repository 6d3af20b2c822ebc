import { existsSync } from 'node:fs';
import { COMPILE_CACHE } from './compile-cache-folder.ts';

/** Global set-up of the integration tests: the first run fills the compile cache for the processes that tests start. */
export const setup = async (): Promise<void> => {
  if (existsSync(COMPILE_CACHE)) return;
  // loads contracts and start, which a later run of one file need not wait for
  const { warmCompileCache } = await import('./compile-cache.ts');
  warmCompileCache(COMPILE_CACHE);
};
