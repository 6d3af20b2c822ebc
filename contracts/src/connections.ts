import { z } from 'zod';
import { Instant } from './schemas.ts';

/** Where a connection stands on the page of connections. */
export const connectionAreas = ['money', 'mail', 'google', 'texts', 'messages'] as const;

/**
 * What a check found.
 * - `not-configured`: a setting is missing; nothing was called.
 * - `works`: the provider accepted the credentials.
 * - `sandbox`: a sandbox or a test account accepted them; nothing real happens.
 * - `refused`: the provider answered, and not as it should.
 * - `no-answer`: no answer within the time limit.
 * - `set-up`: the settings are there, and there is nothing to call: the provider calls this service.
 */
export const connectionStates = [
  'not-configured',
  'works',
  'sandbox',
  'refused',
  'no-answer',
  'set-up',
] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** A check ends after this time without an answer. */
export const CONNECTION_CHECK_MS = 8_000;
/** How often one connection is checked in `CONNECTION_CHECKS_WINDOW_MS`, by all admins together. */
export const CONNECTION_CHECKS_MAX = 10;
export const CONNECTION_CHECKS_WINDOW_MS = 60_000;
/** Time for the answer of a check: the limit of the provider, and of the service around it. */
export const CONNECTION_ANSWER_MS = CONNECTION_CHECK_MS + 4_000;

const ConnectionId = z.string().regex(/^[a-z][a-z-]{1,40}$/, 'That is no connection');

/** A provider outside, as the configuration of a service names it. Never contains a value of a setting. */
export const ConnectionRow = z.object({
  id: ConnectionId,
  name: z.string().describe('the provider'),
  purpose: z.string().describe('what the service uses it for'),
  area: z.enum(connectionAreas),
  missing: z.array(z.string()).describe('names of the environment variables that are not set'),
  isSandbox: z.boolean().describe('the settings lead to a sandbox or a test account'),
});
export type ConnectionRow = z.infer<typeof ConnectionRow>;

export const ConnectionCheck = z.object({
  state: z.enum(connectionStates),
  sentence: z.string().describe('what is missing or what the provider answered; without secrets'),
  checkedAt: Instant,
});
export type ConnectionCheck = z.infer<typeof ConnectionCheck>;

export const connectionTexts = {
  tooOften: 'This connection was checked often just now. Please wait a minute.',
  unknown: 'This service has no such connection',
  noAnswer: `No answer within ${CONNECTION_CHECK_MS / 1_000} seconds.`,
  unreachable: 'The address can not be reached.',
} as const;

/** Calls of connections that each service has. */
export const connectionsApi = <S extends string>(service: S) =>
  ({
    listConnections: {
      method: 'GET',
      path: `/admin/${service}/connections`,
      access: 'admin',
      summary:
        'Providers outside that the service is configured for, and which settings are missing. Calls none of them',
      response: z.object({ items: z.array(ConnectionRow) }),
    },
    checkConnection: {
      method: 'GET',
      path: `/admin/${service}/connections/:connection`,
      access: 'admin',
      summary:
        'Calls a provider now to find out whether it accepts the settings. Creates nothing there and costs nothing',
      params: z.object({ connection: ConnectionId }),
      answerMs: CONNECTION_ANSWER_MS,
      response: ConnectionCheck,
      problems: ['not-found', 'too-many-requests'],
    },
  }) as const;
