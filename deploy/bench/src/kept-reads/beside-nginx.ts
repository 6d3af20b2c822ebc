import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePorts } from '@satrangi/start';
import type { Fixture } from '../fixture.ts';
import { type Measured, median } from '../metric.ts';
import { stop } from '../metrics/cold-start.ts';
import { SHELF } from '../metrics/reads.ts';
import { type SameBytes, startNginx } from './nginx.ts';
import { type WrkRun, wrk } from './wrk.ts';

const ROUNDS = 5;
const SECONDS = 4;
const WARM_SECONDS = 2;
const CONNECTIONS = 32;

/** Headers that each server writes itself. */
const OWN_HEADERS = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'server',
  'transfer-encoding',
]);

const startBare = async ({ port, file, headers }: SameBytes): Promise<AsyncDisposable> => {
  const child = fork(new URL('./bare-server.ts', import.meta.url));
  child.send({ port, file, headers });
  await once(child, 'message');
  return { [Symbol.asyncDispose]: () => stop(child) };
};

const isInstalled = (program: string): boolean => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const measured = (metric: string, runs: readonly WrkRun[]): Measured => {
  const middle = (key: keyof WrkRun): number => median(runs.map((run) => run[key]));
  return {
    metric,
    rps: Math.round(middle('rps')),
    p50: Number(middle('p50').toFixed(2)),
    p99: Number(middle('p99').toFixed(2)),
    cpuUs: null,
    rssMB: null,
    errors: runs.reduce((sum, { errors }) => sum + errors, 0),
  };
};

/** The response of the gateway to one read, kept as a file and headers. */
const sameBytes = async (url: string, dir: string): Promise<Pick<SameBytes, 'file' | 'headers'>> => {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  if (response.status !== 200) throw new Error(`${url} was answered ${response.status}`);
  const file = path.join(dir, 'body');
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  return {
    file,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !OWN_HEADERS.has(name))),
  };
};

const oneRead = async (
  metric: string,
  url: string,
  dir: string,
  note: (line: string) => void,
): Promise<Measured[]> => {
  const [barePort = 0, nginxPort = 0] = await freePorts(2);
  const bytes = await sameBytes(url, dir);
  await using _bare = await startBare({ ...bytes, dir, port: barePort });
  await using _nginx = await startNginx({
    ...bytes,
    dir: path.join(dir, `nginx-${metric}`),
    port: nginxPort,
  });
  const servers: { name: string; url: string; runs: WrkRun[] }[] = [
    { name: metric, url, runs: [] },
    { name: `${metric}-bare`, url: `http://127.0.0.1:${barePort}/`, runs: [] },
    { name: `${metric}-nginx`, url: `http://127.0.0.1:${nginxPort}/`, runs: [] },
  ];
  for (const server of servers) await wrk(server.url, CONNECTIONS, WARM_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const server of servers) server.runs.push(await wrk(server.url, CONNECTIONS, SECONDS));
  const rows = servers.map(({ name, runs }) => measured(name, runs));
  const [kept = Number.NaN, bare = Number.NaN, nginx = Number.NaN] = rows.map(({ rps }) => rps ?? Number.NaN);
  note(
    `${metric}: ${(kept / nginx).toFixed(2)} of nginx (aim: 0.6), ${(kept / bare).toFixed(2)} of a bare Node server, which is ${(bare / nginx).toFixed(2)} of nginx`,
  );
  return rows;
};

/**
 * Reads that the gateway keeps, loaded by wrk, in turn with a bare Node server and nginx with one worker that send the same
 * head and body. Without wrk or nginx on the machine there is only a note.
 */
export const besideNginx = async (
  fixture: Fixture,
  dir: string,
  note: (line: string) => void,
): Promise<Measured[]> => {
  const missing = ['wrk', 'nginx'].filter((program) => !isInstalled(program));
  if (missing.length > 0) {
    note(`kept-reads: not measured, ${missing.join(' and ')} not installed`);
    return [];
  }
  const { _id = '' } = fixture.books[0] ?? {};
  return [
    ...(await oneRead('kept-list', fixture.url + SHELF, dir, note)),
    ...(await oneRead('kept-detail', `${fixture.api}/ebooks/${_id}`, dir, note)),
  ];
};
