import { routes, type StaffApis } from 'virtual:satrangi-staff-routes';

export type ServiceName = Exclude<keyof StaffApis, 'gateway'>;

const isService = (name: keyof StaffApis): name is ServiceName => name !== 'gateway';

/** The services of the contracts, in their order. `Object.keys` loses the names. */
export const serviceNames: readonly ServiceName[] = (Object.keys(routes) as (keyof StaffApis)[]).filter(
  isService,
);
