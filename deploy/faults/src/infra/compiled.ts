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
 * Parts start more than a hundred times in a run, and whoever is killed leaves no compiled code behind: here all of it
 * is compiled once.
 * @returns the environment in which parts find it
 */
export const compileOnce = (dir: string): { NODE_COMPILE_CACHE: string } => {
  mkdirSync(dir, { recursive: true });
  const found = { NODE_COMPILE_CACHE: dir };
  const script = `await Promise.all(${JSON.stringify(modules)}.map((name) => import(name)));process.exit(0)`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: here,
    env: { ...process.env, ...found },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The parts can not be loaded: ${stderr}`);
  return found;
};
