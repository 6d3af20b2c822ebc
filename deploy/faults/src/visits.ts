/** People who read at a steady pace, whatever happens to the parts; each question on a connection of its own. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Endpoint, type ServiceName, serviceNames, services } from '@satrangi/contracts';
import type { Reader, World } from './world.ts';

export type Visit = {
  readonly service: ServiceName;
  readonly askedAt: number;
  readonly ms: number;
  /** 0: nothing came back. */
  readonly status: number;
  /** It says when to come again, what is wrong in words, and which request it was. */
  readonly isKind: boolean;
  /** What the system said when nothing came back. ECONNREFUSED: nobody opened, what was asked was never heard. */
  readonly error?: string;
};

const GIVE_UP_MS = 30_000;

/** Questions that depend on what is in this world. */
const pathsOf = (world: World, n: number): Partial<Record<ServiceName, string>> => ({
  identity: '/users/profile',
  catalog: `/ebooks?q=book%20${Date.now()}-${n}`,
  library: `/library/progress/${world.books[n % world.books.length]?.mediaId}`,
  payments: '/payments/mine',
});

/** The first plain GET of a contract that any reader may call. @throws Error when there is none */
export const plainQuestion = (service: ServiceName): string => {
  const endpoints = Object.values<Endpoint>(services[service].api);
  const plain = endpoints.find(
    ({ method, path, access, kind, invalidatedBy }) =>
      method === 'GET' &&
      (access === 'public' || access === 'user') &&
      !path.includes(':') &&
      !kind &&
      !invalidatedBy,
  );
  if (!plain)
    throw new Error(`no endpoint of ${service} can be asked without knowing more: name one in pathsOf`);
  return plain.path;
};

/** A path whose answers are never cached: each question reaches its service. */
const pathOf = (world: World, service: ServiceName, n: number): string =>
  pathsOf(world, n)[service] ?? plainQuestion(service);

const isKindRefusal = (body: string): boolean => {
  try {
    const { error, requestId } = JSON.parse(body) as Record<string, unknown>;
    return typeof error === 'string' && typeof requestId === 'string';
  } catch {
    return false;
  }
};

const visit = (world: World, service: ServiceName, n: number, { token }: Reader): Promise<Visit> =>
  new Promise((resolve) => {
    const askedAt = Date.now();
    const began = performance.now();
    const end = (status: number, isKind: boolean, error?: string): void =>
      resolve({
        service,
        askedAt,
        ms: performance.now() - began,
        status,
        isKind,
        ...(error ? { error } : {}),
      });
    const url = `${world.api}${pathOf(world, service, n)}`;
    const asked = request(url, { agent: false, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      answer.once('end', () =>
        end(answer.statusCode ?? 0, answer.headers['retry-after'] !== undefined && isKindRefusal(body)),
      );
      answer.once('error', () => end(0, false, 'broke off'));
    });
    asked.setTimeout(GIVE_UP_MS, () => asked.destroy());
    asked.once('error', (error: NodeJS.ErrnoException) => end(0, false, error.code));
    asked.end();
  });

/** So many may wait for their answers: more would only measure how crowded the machine is. */
const AT_ONCE = 24;

/** Asks every service in turn until the work is done, at most so often. */
export const visitWhile = async (
  world: World,
  reader: Reader,
  perSecond: number,
  work: () => Promise<void>,
): Promise<Visit[]> => {
  const visits: Visit[] = [];
  const began = performance.now();
  let asked = 0;
  let isDone = false;
  const visitor = async (): Promise<void> => {
    while (!isDone) {
      const n = asked;
      asked += 1;
      await sleep(Math.max(0, began + (n * 1_000) / perSecond - performance.now()));
      visits.push(await visit(world, serviceNames[n % serviceNames.length] ?? 'catalog', n, reader));
    }
  };
  const visitors = Promise.all(Array.from({ length: AT_ONCE }, visitor));
  await work().finally(() => {
    isDone = true;
  });
  await visitors;
  return visits;
};
