import { analyticsUsageApi } from './analytics-usage.api.ts';
import * as analyticsUsageEvents from './analytics-usage.events.ts';
import { catalogApi } from './catalog.api.ts';
import * as catalogEvents from './catalog.events.ts';
import { cmsApi } from './cms.api.ts';
import * as cmsEvents from './cms.events.ts';
import { conciergeApi } from './concierge.api.ts';
import * as conciergeEvents from './concierge.events.ts';
import type { Api } from './endpoint.ts';
import { identityApi } from './identity.api.ts';
import * as identityEvents from './identity.events.ts';
import { libraryApi } from './library.api.ts';
import * as libraryEvents from './library.events.ts';
import { type OperationsApi, operationsApi } from './operations.ts';
import { paymentsApi } from './payments.api.ts';
import * as paymentsEvents from './payments.events.ts';
import { publishingApi } from './publishing.api.ts';
import * as publishingEvents from './publishing.events.ts';
import { virtualRunApi } from './virtual-run.api.ts';
import * as virtualRunEvents from './virtual-run.events.ts';

export * from './analytics-usage.api.ts';
export * from './analytics-usage.events.ts';
export * from './catalog.api.ts';
export * from './catalog.events.ts';
export * from './cms.api.ts';
export * from './cms.events.ts';
export * from './concierge.api.ts';
export * from './concierge.events.ts';
export * from './identity.api.ts';
export * from './identity.events.ts';
export * from './library.api.ts';
export * from './library.events.ts';
export * from './payments.api.ts';
export * from './payments.events.ts';
export * from './publishing.api.ts';
export * from './publishing.events.ts';
export * from './virtual-run.api.ts';
export * from './virtual-run.events.ts';

export type ServiceEntry = {
  readonly api: Api;
  /** The module of its events: every export is an event definition. */
  readonly events: object;
  /** The port in compose and Kubernetes. */
  readonly port: number;
  /** True when it stores personal data and acknowledges `identity.user-deleted` with `<service>.user-forgotten`. */
  readonly acknowledgesErasure: boolean;
  /** Environment variables of its own secrets; `npm start` generates them. */
  readonly secrets?: readonly string[];
};

type WithOperations<T extends Readonly<Record<string, ServiceEntry>>> = {
  readonly [S in keyof T]: {
    readonly [K in keyof T[S]]: K extends 'api' ? T[S][K] & OperationsApi : T[S][K];
  };
};

/** Adds the endpoints that every service has. */
const withOperations = <T extends Readonly<Record<string, ServiceEntry>>>(table: T): WithOperations<T> =>
  Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [
      name,
      { ...entry, api: { ...entry.api, ...operationsApi(name) } },
    ]),
    // `Object.fromEntries` loses the type of each key
  ) as unknown as WithOperations<T>;

/**
 * The table of services, by name in lower case with hyphens. Gateway routes, service URLs, databases, database users,
 * session and erasure queues, `npm start`, compose and end-to-end tests derive from it.
 */
export const services = withOperations({
  identity: { api: identityApi, events: identityEvents, port: 4001, acknowledgesErasure: false },
  catalog: { api: catalogApi, events: catalogEvents, port: 4002, acknowledgesErasure: true },
  library: {
    api: libraryApi,
    events: libraryEvents,
    port: 4003,
    acknowledgesErasure: true,
    secrets: ['TICKET_SECRET'],
  },
  payments: { api: paymentsApi, events: paymentsEvents, port: 4004, acknowledgesErasure: true },
  cms: {
    api: cmsApi,
    events: cmsEvents,
    port: 4005,
    acknowledgesErasure: true,
    secrets: ['LETTER_SECRET', 'REPORT_SECRET'],
  },
  publishing: {
    api: publishingApi,
    events: publishingEvents,
    port: 4007,
    acknowledgesErasure: true,
    secrets: ['SUBMISSION_SECRET'],
  },
  concierge: {
    api: conciergeApi,
    events: conciergeEvents,
    port: 4008,
    acknowledgesErasure: true,
    secrets: ['CONVERSATION_SECRET'],
  },
  'analytics-usage': {
    api: analyticsUsageApi,
    events: analyticsUsageEvents,
    port: 4009,
    acknowledgesErasure: true,
    secrets: ['PSEUDONYM_SECRET'],
  },
  'virtual-run': {
    api: virtualRunApi,
    events: virtualRunEvents,
    port: 4006,
    acknowledgesErasure: true,
    secrets: ['RUN_SECRET'],
  },
} as const satisfies Record<string, ServiceEntry>);

export type ServiceName = keyof typeof services;
export const serviceNames = Object.keys(services) as ServiceName[];
