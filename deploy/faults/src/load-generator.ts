/** Open-loop load generator: reads at a constant rate, each request on its own connection. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Endpoint, type ServiceName, serviceNames, services } from '@satrangi/contracts';
import type { Fixture, Reader } from './fixture.ts';

export type Sample = {
  readonly service: ServiceName;
  readonly sentAt: number;
  readonly ms: number;
  /** 0: no response. */
  readonly status: number;
  /** Has Retry-After and a problem body with an error sentence and a request id. */
  readonly isRetryable: boolean;
  /** System error code when there is no response (ECONNREFUSED: the request was never received), else the body of a refusal. */
  readonly error?: string;
};

const TIMEOUT_MS = 30_000;

/** Paths that need data of the fixture. */
const pathsOf = (fixture: Fixture, n: number): Partial<Record<ServiceName, string>> => ({
  identity: '/users/profile',
  catalog: `/ebooks?q=book%20${Date.now()}-${n}`,
  library: `/library/progress/${fixture.books[n % fixture.books.length]?.mediaId}`,
  payments: '/payments/mine',
});

/** The first plain GET of a contract that any reader may call. @throws Error when there is none */
export const publicGetPath = (service: ServiceName): string => {
  const endpoints = Object.values<Endpoint>(services[service].api);
  const plain = endpoints.find(
    ({ method, path, access, kind, invalidatedBy, query }) =>
      method === 'GET' &&
      (access === 'public' || access === 'user') &&
      !path.includes(':') &&
      !kind &&
      !invalidatedBy &&
      (query === undefined || query.safeParse({}).success),
  );
  if (!plain) throw new Error(`${service} has no GET endpoint without parameters: add one to pathsOf`);
  return plain.path;
};

/** A path whose responses are never cached, so that each request reaches its service. */
const pathOf = (fixture: Fixture, service: ServiceName, n: number): string =>
  pathsOf(fixture, n)[service] ?? publicGetPath(service);

const isProblemResponse = (body: string): boolean => {
  try {
    const { error, requestId } = JSON.parse(body) as Record<string, unknown>;
    return typeof error === 'string' && typeof requestId === 'string';
  } catch {
    return false;
  }
};

const sample = (fixture: Fixture, service: ServiceName, n: number, { token }: Reader): Promise<Sample> =>
  new Promise((resolve) => {
    const sentAt = Date.now();
    const began = performance.now();
    const end = (status: number, isRetryable: boolean, error?: string): void =>
      resolve({
        service,
        sentAt,
        ms: performance.now() - began,
        status,
        isRetryable,
        ...(error ? { error } : {}),
      });
    const url = `${fixture.api}${pathOf(fixture, service, n)}`;
    const sent = request(url, { agent: false, headers: { authorization: `Bearer ${token}` } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      response.once('end', () =>
        end(
          response.statusCode ?? 0,
          response.headers['retry-after'] !== undefined && isProblemResponse(body),
          response.statusCode === 200 ? undefined : body,
        ),
      );
      response.once('error', () => end(0, false, 'response aborted'));
    });
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy());
    sent.once('error', (error: NodeJS.ErrnoException) => end(0, false, error.code));
    sent.end();
  });

/** Limits requests in flight: more would only measure the load of the machine. */
const MAX_IN_FLIGHT = 24;

/** Requests every service in turn until `work` is done, at most `perSecond`. */
export const generateLoadWhile = async (
  fixture: Fixture,
  reader: Reader,
  perSecond: number,
  work: () => Promise<void>,
): Promise<Sample[]> => {
  const samples: Sample[] = [];
  const began = performance.now();
  let sent = 0;
  let isDone = false;
  const worker = async (): Promise<void> => {
    while (!isDone) {
      const n = sent;
      sent += 1;
      await sleep(Math.max(0, began + (n * 1_000) / perSecond - performance.now()));
      samples.push(await sample(fixture, serviceNames[n % serviceNames.length] ?? 'catalog', n, reader));
    }
  };
  const workers = Promise.all(Array.from({ length: MAX_IN_FLIGHT }, worker));
  await work().finally(() => {
    isDone = true;
  });
  await workers;
  return samples;
};
