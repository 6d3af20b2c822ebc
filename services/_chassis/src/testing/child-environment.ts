import process from 'node:process';

/** What every process that a test starts takes over from this one: where programs are, and the compile cache. */
export const childEnvironment = (): Record<string, string> => {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };
};
