import { existsSync } from 'node:fs';
import { warmCompileCache } from './compile-cache.ts';
import { COMPILE_CACHE } from './compile-cache-folder.ts';

/** Global set-up of the integration tests: the first run fills the compile cache for the processes that tests start. */
export const setup = (): void => {
  if (!existsSync(COMPILE_CACHE)) warmCompileCache(COMPILE_CACHE);
};
