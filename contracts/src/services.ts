import { catalogApi } from './catalog.api.ts';
import { identityApi } from './identity.api.ts';
import { libraryApi } from './library.api.ts';
import { paymentsApi } from './payments.api.ts';

/**
 * Every service, the contract it answers and the port it has in compose and Kubernetes. The gateway builds its
 * route table from this and refuses what is not in it.
 */
export const services = {
  identity: { api: identityApi, port: 4001 },
  catalog: { api: catalogApi, port: 4002 },
  library: { api: libraryApi, port: 4003 },
  payments: { api: paymentsApi, port: 4004 },
} as const;

export type ServiceName = keyof typeof services;
export const serviceNames = Object.keys(services) as ServiceName[];
