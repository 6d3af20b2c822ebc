import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

const STOP_MS = 25_000;

/** The process and all its descendants. */
const processTreeOf = (pid: number): number[] => {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const childrenOf = (parent: number): number[] =>
    rows.flatMap(([child = 0, its = 0]) => (its === parent ? [child, ...childrenOf(child)] : []));
  return [pid, ...childrenOf(pid)];
};

const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const killAll = (pids: readonly number[]): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It exited with its parent.
    }
  }
};

/** Sends SIGKILL to the process and its descendants, as a power failure. */
export const killTree = (pid: number): void => killAll(processTreeOf(pid));

/** Sends SIGTERM to a process group and waits until its leader and the descendants ended; SIGKILL ends them after a while. */
export const stopTree = async (pid: number): Promise<void> => {
  if (!exists(pid)) return;
  const tree = processTreeOf(pid);
  process.kill(-pid, 'SIGTERM');
  // the store ends after its parent: until then its files are not whole
  for (const last = Date.now() + STOP_MS; tree.some(exists); await sleep(50))
    if (Date.now() > last) return killAll(tree);
};
