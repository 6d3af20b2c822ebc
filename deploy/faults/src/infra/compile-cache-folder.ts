import { fileURLToPath } from 'node:url';

/** The compile cache of processes that tests start. */
export const COMPILE_CACHE = fileURLToPath(new URL('../../../../.cache/compile/', import.meta.url));
