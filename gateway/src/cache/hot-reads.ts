import { createHash } from 'node:crypto';
import type { Agent, IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { problemOf, type ServiceName } from '@satrangi/contracts';
import { requestIdOf } from '../edge/request-id.ts';
import { askService } from '../proxy/ask-service.ts';
import type { RouteTable } from '../proxy/route-table.ts';
import type { AnswerCache, KeptAnswer } from './answer-cache.ts';

const compress = promisify(brotliCompress);

export type HotReadsOptions = {
  readonly cache: AnswerCache;
  readonly routes: RouteTable;
  readonly targets: Readonly<Record<ServiceName, string>>;
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly keepMs: number;
  readonly timeoutMs: number;
  readonly now: () => number;
  /** False when the visitor asked for too many uncached answers. */
  readonly allow: (request: IncomingMessage) => boolean;
  readonly breaker: (target: string) => {
    readonly isOpen: () => boolean;
    readonly note: (ok: boolean) => void;
  };
};

const NOT_AVAILABLE = 'This part of the site is not available right now. Please try again soon.';

const acceptsBrotli = (request: IncomingMessage): boolean =>
  String(request.headers['accept-encoding'] ?? '').includes('br');

/** Below this a packet is not filled anyway. */
const WORTH_COMPRESSING = 2_048;
const small = (body: Buffer): Promise<Buffer> =>
  compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

/** Query fields in one order, so that the same question has one key however it was written. */
const keyOf = (url: string): string => {
  const mark = url.indexOf('?');
  if (mark < 0) return url;
  const query = url.slice(mark + 1);
  return query.includes('&') ? `${url.slice(0, mark)}?${query.split('&').sort().join('&')}` : url;
};

/**
 * Public catalogue reads, answered ahead of everything else in the gateway. Kept answers are written from memory;
 * a missing one is asked for once, however many visitors wait for it. Returns false when the request is not one of
 * these and must go the ordinary way.
 */
export const hotReads = (
  options: HotReadsOptions,
): ((request: IncomingMessage, response: ServerResponse) => boolean) => {
  const { cache, agent } = options;
  const underWay = new Map<string, Promise<KeptAnswer>>();
  const compressed = new WeakSet<KeptAnswer>();
  const shared = Object.entries(options.headers).flat();

  /** Compresses an answer that somebody without Brotli asked for first, for those who come after. */
  const compressKept = (key: string, answer: KeptAnswer): void => {
    if (answer.brotli.length > 0 || compressed.has(answer)) return;
    compressed.add(answer);
    void small(answer.body).then((brotli) => {
      if (cache.get(key) === answer) cache.put(key, { ...answer, brotli }, cache.moment());
    });
  };

  const write = (request: IncomingMessage, response: ServerResponse, answer: KeptAnswer): void => {
    const isProblem = answer.status >= 400;
    const head = [
      ...shared,
      'content-type',
      isProblem ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8',
      'cache-control',
      isProblem ? 'no-store' : 'no-cache',
      'vary',
      'accept-encoding',
      'x-request-id',
      isProblem ? answer.requestId : requestIdOf(request),
    ];
    if (!isProblem) head.push('etag', answer.etag);
    if (answer.status === 503) head.push('retry-after', '5');
    if (!isProblem && request.headers['if-none-match'] === answer.etag) {
      response.writeHead(304, head).end();
      return;
    }
    const isSmall = answer.brotli.length > 0 && acceptsBrotli(request);
    const body = isSmall ? answer.brotli : answer.body;
    if (isSmall) head.push('content-encoding', 'br');
    head.push('content-length', String(body.length));
    response.writeHead(answer.status, head);
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  const fill = async (
    key: string,
    path: string,
    until: readonly string[],
    target: string,
    itemId: string | null,
    request: IncomingMessage,
  ): Promise<KeptAnswer> => {
    const requestId = requestIdOf(request);
    const moment = cache.moment();
    const breaker = options.breaker(target);
    const fetched = await askService(target, agent, {
      path,
      headers: { 'x-request-id': requestId },
      timeoutMs: options.timeoutMs,
    }).then(
      (answer) => {
        breaker.note(true);
        return answer;
      },
      (error: unknown) => {
        breaker.note(false);
        throw error;
      },
    );
    const etag = `"${createHash('sha256').update(fetched.body).digest('base64url').slice(0, 22)}"`;
    const plain = fetched.body;
    // the first visitor of the day comes on a phone, too
    const isWorthIt = fetched.status === 200 && plain.length >= WORTH_COMPRESSING && acceptsBrotli(request);
    const answer = {
      status: fetched.status,
      etag,
      body: plain,
      brotli: isWorthIt ? await small(plain) : Buffer.alloc(0),
      requestId,
      bytes: plain.length * 1.3 + key.length + 400,
      expiresAt: options.now() + options.keepMs,
      until,
      itemId,
    };
    if (fetched.status === 200) cache.put(key, answer, moment);
    return answer;
  };

  const refuse = (
    request: IncomingMessage,
    response: ServerResponse,
    code: 'unavailable' | 'timed-out' | 'too-many-requests',
    detail: string,
  ) => {
    const requestId = requestIdOf(request);
    const problem = problemOf(code, detail, requestId);
    response.writeHead(problem.status, [
      ...shared,
      'content-type',
      'application/problem+json; charset=utf-8',
      'cache-control',
      'no-store',
      'retry-after',
      code === 'too-many-requests' ? '60' : '5',
      'x-request-id',
      requestId,
    ]);
    response.end(JSON.stringify(problem));
  };

  return (request, response) => {
    const url = request.url ?? '/';
    // Only pages of other sites name an origin when they read: whether they may is decided on the ordinary way.
    if (request.headers.origin !== undefined) return false;
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !url.startsWith('/api/')) return false;
    const key = keyOf(url);
    const known = cache.get(key);
    if (known) {
      write(request, response, known);
      if (acceptsBrotli(request)) compressKept(key, known);
      return true;
    }
    const path = url.slice(4);
    const mark = path.indexOf('?');
    const bare = mark < 0 ? path : path.slice(0, mark);
    const found = options.routes.find('GET', bare);
    const until = found?.route.endpoint.cachedUntil;
    if (!found || !until) return false;
    const target = options.targets[found.route.service];
    if (!options.allow(request)) {
      refuse(request, response, 'too-many-requests', 'Too many requests. Try again later.');
      return true;
    }
    if (options.breaker(target).isOpen()) {
      refuse(request, response, 'unavailable', NOT_AVAILABLE);
      return true;
    }
    // an answer asked for before something was dropped is old news to whoever comes after
    const question = `${cache.moment()} ${key}`;
    let waiting = underWay.get(question);
    if (!waiting) {
      waiting = fill(key, path, until, target, found.params.id ?? null, request);
      underWay.set(question, waiting);
      const done = (): boolean => underWay.delete(question);
      waiting.then(done, done);
    }
    waiting.then(
      (answer) => write(request, response, answer),
      () => refuse(request, response, 'unavailable', NOT_AVAILABLE),
    );
    return true;
  };
};
