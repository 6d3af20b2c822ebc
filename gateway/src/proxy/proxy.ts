import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint, ProblemCode, ServiceName } from '@satrangi/contracts';
import type { Breaker } from '../edge/breaker.ts';
import { refusalTexts } from '../edge/refuse.ts';
import { forward } from './forward.ts';

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

/** Headers a visitor may not set: who they are and where they come from is for us to say. */
const OURS = new Set([
  'x-request-id',
  'x-user-id',
  'x-user-role',
  'x-role',
  'x-internal-secret',
  'x-client-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
]);

export type ProxyOptions = {
  readonly targets: Readonly<Record<ServiceName, string>>;
  readonly agent: Agent;
  readonly internalSecret: string;
  readonly breaker: (target: string) => Breaker;
  /** How long the whole answer to a short question may take, however busily it drips. */
  readonly answerMs: number;
};

export type RefuseIt = (code: ProblemCode, detail: string, more?: Readonly<Record<string, string>>) => void;

/** One request on its way to the service whose endpoint it asks for. */
export type Journey = {
  readonly service: ServiceName;
  readonly endpoint: Endpoint;
  /** Below `/api`, with its query. */
  readonly path: string;
  readonly userId: string | null;
  readonly requestId: string;
  readonly address: string;
  /** What is said on every answer of the gateway. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly refuseIt: RefuseIt;
};

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/**
 * Streams a request to its service and the answer back, unread. A service that does not answer costs its own
 * routes only: 503 at once while its breaker is open, 504 when it stays silent.
 */
export const serviceProxy = (options: ProxyOptions) => {
  const { answerMs, agent } = options;
  const silentMs = { ...SILENT_MS, json: answerMs, raw: answerMs } satisfies Record<Kind, number>;
  const places = new Map(
    Object.entries(options.targets).map(([service, target]) => {
      const { hostname, port } = new URL(target);
      return [service, { hostname, port, breaker: options.breaker(target) }];
    }),
  );

  return (journey: Journey, request: IncomingMessage, response: ServerResponse): void => {
    const { endpoint, path, userId, requestId, headers, refuseIt } = journey;
    const place = places.get(journey.service);
    if (!place || place.breaker.isOpen()) {
      refuseIt('unavailable', refusalTexts.unavailable);
      return;
    }
    const { breaker, hostname, port } = place;
    const kind = endpoint.kind ?? 'json';
    const startedAt = performance.now();
    let isLate = false;
    let isSecondTry = false;
    let outgoing: ClientRequest;

    const mayAskAgain = (): boolean =>
      !isSecondTry && !isLate && isRead(request) && performance.now() - startedAt < answerMs * ENOUGH_LEFT;

    const fail = (): void => {
      // half an answer can not be taken back: the broken connection is the message
      if (response.headersSent) return void response.destroy();
      if (mayAskAgain()) {
        isSecondTry = true;
        setTimeout(() => {
          if (isLate) fail();
          else if (!response.destroyed) go();
        }, AGAIN_MS);
        return;
      }
      breaker.note(false);
      refuseIt(isLate ? 'timed-out' : 'unavailable', refusalTexts.unavailable);
    };
    const giveUp = (): void => {
      isLate = true;
      outgoing.destroy(new Error('the service was silent for too long'));
    };

    const go = (): void => {
      outgoing = forward(request, response, {
        hostname,
        port,
        agent,
        path,
        withheld: OURS,
        added: [
          ...['x-request-id', requestId, 'x-client-ip', journey.address],
          ...['x-internal-secret', options.internalSecret, ...(userId ? ['x-user-id', userId] : [])],
        ],
        ours: headers,
        // Whatever it says, it is there: 503 for one call is no reason to close the others.
        onAnswer: () => breaker.note(true),
        onError: fail,
      });
      if (kind !== 'json' && kind !== 'raw') outgoing.setTimeout(silentMs[kind], giveUp);
    };
    go();
    if (kind === 'json' || kind === 'raw') {
      const late = setTimeout(giveUp, answerMs);
      response.once('close', () => clearTimeout(late));
    }
  };
};
