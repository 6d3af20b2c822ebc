import { catalogApi } from './catalog.api.ts';
import * as catalogEvents from './catalog.events.ts';
import type { Api } from './endpoint.ts';
import { identityApi } from './identity.api.ts';
import * as identityEvents from './identity.events.ts';
import { libraryApi } from './library.api.ts';
import * as libraryEvents from './library.events.ts';
import { paymentsApi } from './payments.api.ts';
import * as paymentsEvents from './payments.events.ts';

export * from './catalog.api.ts';
export * from './catalog.events.ts';
export * from './identity.api.ts';
export * from './identity.events.ts';
export * from './library.api.ts';
export * from './library.events.ts';
export * from './payments.api.ts';
export * from './payments.events.ts';

export type ServiceEntry = {
  readonly api: Api;
  /** The module of its events: every export is one. */
  readonly events: object;
  /** Where it listens in compose and Kubernetes. */
  readonly port: number;
  /** True when it keeps personal data and answers `identity.user-deleted` with `<service>.user-forgotten`. */
  readonly acknowledgesErasure: boolean;
  /** Secrets of its own, each the name of an environment variable; `npm start` makes them. */
  readonly secrets?: readonly string[];
};

/**
 * Every service, by its name in lower case with hyphens. Routes and addresses of the gateway, databases, users of the
 * stores, session and erasure queues, `npm start`, compose and the tests of the whole platform derive from this table.
 */
export const services = {
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
} as const satisfies Record<string, ServiceEntry>;

export type ServiceName = keyof typeof services;
export const serviceNames = Object.keys(services) as ServiceName[];
