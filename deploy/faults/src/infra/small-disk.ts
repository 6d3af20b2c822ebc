import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { atExit } from '@satrangi/start';

export type SmallDisk = {
  /** Changes the size of the disk (bytes). */
  readonly resize: (bytes: number) => void;
  /** Brings back the folder, with the present files. */
  readonly unmount: () => void;
};

const run = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Bytes that the files of a folder take on a disk with blocks of 4 KiB. */
export const bytesIn = (dir: string): number => {
  const { stdout } = spawnSync('du', ['-s', '-B', '4096', '--apparent-size', dir], { encoding: 'utf8' });
  return (Number.parseInt(stdout, 10) || 0) * 4_096;
};

const copyFiles = (from: string, to: string): void => {
  for (const name of readdirSync(from)) {
    // a socket cannot be copied, and its server makes another one
    if (name.endsWith('.sock')) continue;
    cpSync(path.join(from, name), path.join(to, name), { recursive: true });
  }
};

/**
 * Puts the files of a folder on a file system of a few bytes. Nothing may use the folder meanwhile.
 * @returns null when this user may not mount one
 */
export const mountSmallDisk = (dir: string, bytes: number): SmallDisk | null => {
  const aside = `${dir}.aside`;
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  copyFiles(dir, aside);
  if (!run('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', dir])) {
    rmSync(aside, { recursive: true, force: true });
    return null;
  }
  let isMounted = true;
  const unmountNow = (): void => {
    if (isMounted) run('umount', ['-l', dir]);
    isMounted = false;
  };
  atExit(unmountNow);
  copyFiles(aside, dir);
  rmSync(aside, { recursive: true, force: true });
  return {
    resize: (size) => void run('mount', ['-o', `remount,size=${size}`, dir]),
    unmount: () => {
      mkdirSync(aside, { recursive: true, mode: 0o700 });
      copyFiles(dir, aside);
      unmountNow();
      for (const name of readdirSync(dir)) rmSync(path.join(dir, name), { recursive: true, force: true });
      copyFiles(aside, dir);
      rmSync(aside, { recursive: true, force: true });
    },
  };
};
