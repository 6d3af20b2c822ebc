/** Names that derive from the name of a service. Hyphens become underscores: `virtual-run`, `VIRTUAL_RUN_URL`. */
import { type ServiceEntry, type ServiceName, serviceNames, services } from './services.ts';

type Underscored<N extends string> = N extends `${infer First}-${infer Rest}`
  ? `${First}_${Underscored<Rest>}`
  : N;
export type EnvName<N extends string, K extends string> = `${Uppercase<Underscored<N>>}_${K}`;

/** An environment variable about a service or store: `envName('virtual-run', 'URL')` is `VIRTUAL_RUN_URL`. */
export const envName = <N extends string, K extends string>(name: N, key: K): EnvName<N, K> =>
  `${name.replaceAll('-', '_').toUpperCase()}_${key}` as EnvName<N, K>;

/** The MongoDB database of a service: `satrangi_virtual_run`. `suffix` keeps test runs apart. */
export const databaseName = (service: ServiceName | 'gateway', suffix = ''): string =>
  `satrangi_${service.replaceAll('-', '_')}${suffix}`;

/** The URL of every service as environment variables, `IDENTITY_URL` and so on. */
export const serviceUrls = (
  urlOf: (name: ServiceName) => string,
): Record<EnvName<ServiceName, 'URL'>, string> =>
  Object.fromEntries(serviceNames.map((name) => [envName(name, 'URL'), urlOf(name)])) as Record<
    EnvName<ServiceName, 'URL'>,
    string
  >;

/** One value for each service. */
export const forEachService = <T>(make: (name: ServiceName) => T): Record<ServiceName, T> =>
  Object.fromEntries(serviceNames.map((name) => [name, make(name)])) as Record<ServiceName, T>;

export type ServiceSecret = {
  [S in ServiceName]: (typeof services)[S] extends { readonly secrets: readonly (infer N)[] } ? N : never;
}[ServiceName];

/** The names of secrets that only one service reads. */
export const secretsOf = (name: ServiceName): readonly ServiceSecret[] => {
  const { secrets = [] }: ServiceEntry = services[name];
  return secrets as readonly ServiceSecret[];
};
