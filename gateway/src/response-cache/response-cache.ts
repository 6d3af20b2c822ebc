import { createHash } from 'node:crypto';
import type { Agent, IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { problemOf, type ServiceName } from '@satrangi/contracts';
import { acceptsBrotli } from '../http/accepts-brotli.ts';
import { requestIdOf } from '../http/request-id.ts';
import type { FoundRoute, RouteTable } from '../routing/route-table.ts';
import { askService } from '../upstream/fetch-service.ts';
import { ownAnswers } from './cache-bypass.ts';
import { cacheKeys } from './cache-key.ts';
import type { AnswerCache, KeptAnswer } from './cache-store.ts';
import { ownText, toKeep } from './cached-response.ts';

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
  /** False when the visitor asked for too many answers that are not kept, in a minute or at the same time. */
  readonly allow: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly breaker: (target: string) => {
    readonly isOpen: () => boolean;
    readonly note: (ok: boolean) => void;
  };
};

const NOT_AVAILABLE = 'This part of the site is not available right now. Please try again soon.';

/** Below this a packet is not filled anyway. */
const WORTH_COMPRESSING = 2_048;
const small = (body: Buffer): Promise<Buffer> =>
  compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

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
  const keyOf = cacheKeys(options.routes);
  const isOwn = ownAnswers(options.routes);
  const compressed = new WeakSet<KeptAnswer>();
  const shared = Object.entries(options.headers).flat();

  /** Compresses an answer that somebody without Brotli asked for first, for those who come after. */
  const compressKept = (key: string, answer: KeptAnswer): void => {
    if (answer.brotli.length > 0 || compressed.has(answer)) return;
    compressed.add(answer);
    void small(answer.body).then((brotli) => {
      if (cache.get(key) === answer) cache.put(key, toKeep(key, { ...answer, brotli }), cache.moment());
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
    const isSmall = answer.brotli.length > 0 && acceptsBrotli(request.headers['accept-encoding']);
    const body = isSmall ? answer.brotli : answer.body;
    if (isSmall) head.push('content-encoding', 'br');
    head.push('content-length', String(body.length));
    response.writeHead(answer.status, head);
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  const fill = async (
    key: string,
    path: string,
    { route: { service, endpoint }, params }: FoundRoute,
    request: IncomingMessage,
  ): Promise<KeptAnswer> => {
    const requestId = requestIdOf(request);
    const target = options.targets[service];
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
    // the first visitor of the day comes on a phone, too
    const isWorthIt =
      fetched.status === 200 &&
      fetched.body.length >= WORTH_COMPRESSING &&
      acceptsBrotli(request.headers['accept-encoding']);
    const answer = toKeep(key, {
      status: fetched.status,
      etag,
      body: fetched.body,
      brotli: isWorthIt ? await small(fetched.body) : Buffer.alloc(0),
      requestId,
      expiresAt: options.now() + options.keepMs,
      service,
      until: endpoint.cachedUntil ?? [],
      itemId: params.id === undefined ? null : ownText(params.id),
    });
    if (fetched.status === 200) cache.put(ownText(key), answer, moment);
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
    const { key, path } = keyOf(url);
    if (isOwn(request, path)) return false;
    const known = cache.get(key);
    if (known) {
      write(request, response, known);
      if (acceptsBrotli(request.headers['accept-encoding'])) compressKept(key, known);
      return true;
    }
    const mark = path.indexOf('?');
    const found = options.routes.find('GET', mark < 0 ? path : path.slice(0, mark));
    if (!found?.route.endpoint.cachedUntil) return false;
    const target = options.targets[found.route.service];
    if (!options.allow(request, response)) {
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
      waiting = fill(key, path, found, request);
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
