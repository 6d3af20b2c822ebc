import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@satrangi/contracts';
import { serviceModule } from '@satrangi/start';

const here = fileURLToPath(new URL('.', import.meta.url));
const modules = [
  ...serviceNames.map(serviceModule),
  '@satrangi/gateway/gateway',
  '@satrangi/sandbox',
  '@satrangi/embedded',
];

/**
 * Loads all modules once with a compile cache. Processes start more than a hundred times in a run, and a killed process
 * writes no cache.
 * @returns the environment variables that make a process use the cache
 */
export const warmCompileCache = (dir: string): { NODE_COMPILE_CACHE: string } => {
  mkdirSync(dir, { recursive: true });
  const found = { NODE_COMPILE_CACHE: dir };
  const script = `await Promise.all(${JSON.stringify(modules)}.map((name) => import(name)));process.exit(0)`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: here,
    env: { ...process.env, ...found },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The modules can not be loaded: ${stderr}`);
  return found;
};
