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

/** Those of the processes that have not ended. A zombie has ended: it holds no port and no file. */
const runningOf = (pids: readonly number[]): number[] => {
  const ended = new Set(pids);
  for (const row of execFileSync('ps', ['-eo', 'pid=,stat='], { encoding: 'utf8' }).trim().split('\n')) {
    const [pid, state = ''] = row.trim().split(/\s+/);
    if (!state.startsWith('Z')) ended.delete(Number(pid));
  }
  return pids.filter((pid) => !ended.has(pid));
};

/** @returns false when one of them still runs at the end of the time */
const untilEnded = async (pids: readonly number[]): Promise<boolean> => {
  for (const last = Date.now() + STOP_MS; runningOf(pids).length > 0; await sleep(50))
    if (Date.now() > last) return false;
  return true;
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

/** Sends SIGKILL to the process and its descendants, as a power failure, and waits until their ports are free. */
export const killTree = async (pid: number): Promise<void> => {
  const tree = processTreeOf(pid);
  killAll(tree);
  if (!(await untilEnded(tree))) throw new Error(`${runningOf(tree).join(', ')} run after SIGKILL`);
};

/** Sends SIGTERM to a process group and waits until its leader and the descendants ended; SIGKILL ends them after a while. */
export const stopTree = async (pid: number): Promise<void> => {
  if (runningOf([pid]).length === 0) return;
  const tree = processTreeOf(pid);
  process.kill(-pid, 'SIGTERM');
  // the store ends after its parent: until then its files are not whole
  if (!(await untilEnded(tree))) killAll(tree);
};
