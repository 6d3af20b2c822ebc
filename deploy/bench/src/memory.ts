import { readdirSync, readFileSync } from 'node:fs';

const linesOf = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};

/** A process and all its descendants. Needs /proc. */
export const processTreeOf = (pid: number): number[] => {
  const tasks = `/proc/${pid}/task`;
  let threads: string[] = [];
  try {
    threads = readdirSync(tasks);
  } catch {
    return [pid];
  }
  const children = threads.flatMap((thread) =>
    (linesOf(`${tasks}/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(processTreeOf)];
};

const TICK_MS = 10;

/** CPU time of these processes so far, in ms: comparable on a machine with other load, too. */
export const cpuOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const fields = (linesOf(`/proc/${pid}/stat`) ?? '').split(') ')[1]?.split(' ') ?? [];
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
  }, 0);

const megabytes = (kilobytes: number): number => Math.round(kilobytes / 1_024);

/** Resident memory of one process in MB, with pages that it shares with others. */
export const residentOf = (pid: number): number =>
  megabytes(Number(/^VmRSS:\s+(\d+) kB/m.exec(linesOf(`/proc/${pid}/status`) ?? '')?.[1] ?? 0));

/** The script that a process of Node runs, without folder and ending. */
export const scriptOf = (pid: number): string =>
  /([\w-]+\/src\/[\w/-]+|[\w-]+)\.(?:ts|mjs|js)\0/.exec(linesOf(`/proc/${pid}/cmdline`) ?? '')?.[1] ??
  String(pid);

/** Memory of these processes in MB, shared pages counted once (PSS); RSS where PSS is not available. */
export const memoryOf = (pids: readonly number[]): number => {
  const kilobytes = pids.map((pid) => {
    const pss = /^Pss:\s+(\d+) kB/m.exec(linesOf(`/proc/${pid}/smaps_rollup`) ?? '');
    const rss = pss ?? /^VmRSS:\s+(\d+) kB/m.exec(linesOf(`/proc/${pid}/status`) ?? '');
    return Number(rss?.[1] ?? 0);
  });
  return megabytes(kilobytes.reduce((sum, value) => sum + value, 0));
};
