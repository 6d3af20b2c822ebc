import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Endpoint, ProblemCode, ServiceName } from '@satrangi/contracts';
import { createProxyMiddleware, proxyEventsPlugin } from 'http-proxy-middleware';
import type { Breaker } from '../circuit-breaker/circuit-breaker.ts';
import { refusalTexts } from '../http/problem-response.ts';
import { hasBody } from '../http/request-body.ts';
import { type ArrivalRate, watchArrival } from '../slow-clients/minimum-transfer-rate.ts';

type Kind = NonNullable<Endpoint['kind']>;

/** How long a service may be silent, by kind of endpoint; short questions have one budget for all (reliability P26). */
const SILENT_MS: Readonly<Record<'upload' | 'stream' | 'live', number>> = {
  upload: 120_000,
  stream: 60_000,
  live: 0,
};

/** A service that has just gone may be back: reads are asked once more after this long, writes never. */
const AGAIN_MS = 150;
const ENOUGH_LEFT = 0.5;
const LOOKS_PER_ANSWER = 10;
const TOO_SLOW = 'The upload came too slowly. Please try again on a better connection.';

/** Headers a visitor may not set: who they are and where they come from is for us to say. */
const OURS = [
  'x-request-id',
  'x-role',
  'x-internal-secret',
  'x-client-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
];

/** Every header of these names speaks about a person (checklist GTW-18). */
const ABOUT_USERS = 'x-user-';

/**
 * What concerns one connection ends at it (RFC 9110, 7.6.1). That a visitor waits for a 100 was answered by us, and
 * the proxy library would not tell of such a request.
 */
const ONE_HOP = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
];
/** Said by services, of no use to anyone outside. */
const NOT_FOR_VISITORS = [...ONE_HOP, 'transfer-encoding', 'server', 'x-powered-by'];

export type ProxyOptions = {
  readonly targets: Readonly<Record<ServiceName, string>>;
  /** Uploads and streams last as long as their visitors need: they have connections of their own. */
  readonly agents: { readonly short: Agent; readonly long: Agent };
  readonly internalSecret: string;
  readonly breaker: (target: string) => Breaker;
  /** How long the whole answer to a short question may take, however busily it drips. */
  readonly answerMs: number;
  readonly uploadRate: ArrivalRate;
};

export type RefuseIt = (code: ProblemCode, detail: string, more?: Readonly<Record<string, string>>) => void;

/** One request on its way to the service whose endpoint it asks for. */
export type Journey = {
  readonly service: ServiceName;
  readonly endpoint: Endpoint;
  /** As it came, with `/api` and its query. */
  readonly url: string;
  readonly userId: string | null;
  readonly requestId: string;
  readonly address: string;
  /** What is said on every answer of the gateway. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly refuseIt: RefuseIt;
  /** Called before the visitor is answered when the request was a write that stands, or may stand. */
  readonly written: () => void;
  /** The whole body when the gateway has read it; null when it is still to come, or there is none. */
  readonly body: Buffer | null;
};

/** What is known of a request on its way. */
type State = Journey & {
  readonly startedAt: number;
  readonly silentMs: number;
  readonly isShort: boolean;
  outgoing?: ClientRequest;
  isLate: boolean;
  /** The visitor was too slow and was answered: what becomes of the question says nothing about the service. */
  isGivenUp: boolean;
  isSecondTry: boolean;
};

const isResponse = (value: ServerResponse | Socket): value is ServerResponse => 'setHeader' in value;
const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

const giveUp = (state: State): void => {
  state.isLate = true;
  state.outgoing?.destroy(new Error('the service was silent for too long'));
};

/**
 * Streams a request to its service and the answer back, unread. A service that does not answer costs its own
 * routes only: 503 at once while its breaker is open, 504 when it stays silent.
 */
export const serviceProxy = (options: ProxyOptions) => {
  const { answerMs, agents, internalSecret } = options;
  const silentMs = { ...SILENT_MS, json: answerMs, raw: answerMs } satisfies Record<Kind, number>;
  const states = new WeakMap<IncomingMessage, State>();

  const mayAskAgain = (state: State, request: IncomingMessage): boolean =>
    !state.isSecondTry &&
    !state.isLate &&
    isRead(request) &&
    performance.now() - state.startedAt < answerMs * ENOUGH_LEFT;

  const proxyTo = (target: string, agent: Agent, breaker: Breaker) => {
    const proxy = createProxyMiddleware({
      target,
      agent,
      xfwd: false,
      // Only its events: the default error page names the upstream address and the query, tokens and all.
      ejectPlugins: true,
      plugins: [proxyEventsPlugin],
      pathRewrite: { '^/api': '' },
      on: {
        proxyReq: (outgoing, request) => {
          const state = states.get(request);
          if (!state) return;
          state.outgoing = outgoing;
          // the library ends the request after what is written here, as the visitor's own was read to its end
          if (state.body) outgoing.write(state.body);
          if (!state.isShort && state.silentMs > 0) outgoing.setTimeout(state.silentMs, () => giveUp(state));
        },
        proxyRes: (answer: IncomingMessage, request, response) => {
          // Whatever it says, it is there: 503 for one call is no reason to close the others.
          breaker.note(true);
          const isRefused = answer.statusCode && answer.statusCode >= 400 && answer.statusCode < 500;
          if (!isRead(request) && !isRefused) states.get(request)?.written();
          for (const name of NOT_FOR_VISITORS) delete answer.headers[name];
          // said by us, else the proxy library promises the visitor to keep the connection
          if (answer.statusCode === 408 || answer.statusCode === 504) response.shouldKeepAlive = false;
          answer.headers.connection = response.shouldKeepAlive ? 'keep-alive' : 'close';
        },
        error: (_error, request, response) => {
          const state = states.get(request);
          // A visitor who leaves says nothing about the service; half an answer can not be taken back.
          if (!state || state.isGivenUp || request.socket.destroyed) return void response.destroy();
          if (!isResponse(response) || response.headersSent) return void response.destroy();
          const fail = (): void => {
            breaker.note(false);
            if (!isRead(request)) state.written();
            state.refuseIt(state.isLate ? 'timed-out' : 'unavailable', refusalTexts.unavailable);
          };
          if (!mayAskAgain(state, request)) return fail();
          state.isSecondTry = true;
          setTimeout(() => {
            if (state.isLate) return fail();
            if (response.destroyed) return;
            request.url = state.url;
            void proxy(request, response, () => {});
          }, AGAIN_MS);
        },
      },
    });
    return proxy;
  };

  const places = new Map(
    Object.entries(options.targets).map(([service, target]) => {
      const breaker = options.breaker(target);
      return [
        service,
        {
          breaker,
          short: proxyTo(target, agents.short, breaker),
          long: proxyTo(target, agents.long, breaker),
        },
      ];
    }),
  );

  /** What the service is told of the visitor: nothing they say of themselves, all that we found out. */
  const introduce = (request: IncomingMessage, { requestId, address, userId, body }: Journey): void => {
    const { headers } = request;
    for (const name of OURS) delete headers[name];
    for (const name of Object.keys(headers)) if (name.startsWith(ABOUT_USERS)) delete headers[name];
    for (const name of ONE_HOP) delete headers[name];
    headers['x-request-id'] = requestId;
    headers['x-client-ip'] = address;
    headers['x-internal-secret'] = internalSecret;
    if (userId) headers['x-user-id'] = userId;
    if (body) {
      delete headers['transfer-encoding'];
      headers['content-length'] = String(body.length);
    } else if (!isRead(request) && !hasBody(request)) headers['content-length'] = '0';
  };

  /** A service has its time for the whole answer; the time a visitor needs to read it is not the service's. */
  const limitTime = (state: State, response: ServerResponse): void => {
    let looks = 0;
    const timer = setInterval(() => {
      if (response.writableNeedDrain) return;
      looks += 1;
      if (looks >= LOOKS_PER_ANSWER) giveUp(state);
    }, answerMs / LOOKS_PER_ANSWER);
    response.once('close', () => clearInterval(timer));
  };

  /** An upload may take any time as long as it moves. A sender who is too slow is told, the service is let go. */
  const limitSlowness = (state: State, request: IncomingMessage, response: ServerResponse): void => {
    // nothing moves here while the service works on what it has: how long it may is limited on its side
    request.socket.setTimeout(0);
    const isHeldUp = (): boolean => !state.outgoing || state.outgoing.writableNeedDrain;
    const stop = watchArrival(request, options.uploadRate, isHeldUp, () => {
      state.isGivenUp = true;
      if (response.headersSent) request.socket.destroy();
      else state.refuseIt('request-timed-out', TOO_SLOW);
      state.outgoing?.destroy();
    });
    response.once('close', stop);
  };

  return (journey: Journey, request: IncomingMessage, response: ServerResponse): void => {
    const place = places.get(journey.service);
    if (!place || place.breaker.isOpen()) {
      journey.refuseIt('unavailable', refusalTexts.unavailable);
      return;
    }
    const kind = journey.endpoint.kind ?? 'json';
    const state: State = {
      ...journey,
      startedAt: performance.now(),
      silentMs: silentMs[kind],
      isShort: kind === 'json' || kind === 'raw',
      isLate: false,
      isGivenUp: false,
      isSecondTry: false,
    };
    states.set(request, state);
    introduce(request, journey);
    for (const [name, value] of journey.headers) response.setHeader(name, value);
    if (state.isShort) limitTime(state, response);
    else if (kind === 'upload') limitSlowness(state, request, response);
    void place[state.isShort ? 'short' : 'long'](request, response, () => {});
  };
};
