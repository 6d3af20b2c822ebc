import type { Api, Route } from '@satrangi/contracts';
import { gatewayApi, isAudited, services } from '@satrangi/contracts';
import type { Plugin } from 'vite';

/** All endpoints of people, for the back office. */
const STAFF = 'virtual:satrangi-staff-routes';
/** The names of the calls in the audit log. */
const AUDITED = 'virtual:satrangi-audited-calls';
const FIRST = 'virtual:satrangi-routes';
const LAZY = 'virtual:satrangi-routes/lazy';

/** Services that first views call. */
const firstServices: ReadonlySet<string> = new Set(['gateway', 'catalog', 'library', 'cms']);

/**
 * The routes a page can call. Left out are endpoints of the back office and between services, and media files, whose
 * URLs pages build themselves (lib/media-streams.ts).
 */
const routesOf = (name: string, api: Api): Record<string, Route> =>
  Object.fromEntries(
    Object.entries(api)
      .filter(([, { access, kind, backOffice }]) => {
        const isOpen = (access === 'public' || access === 'user') && !backOffice;
        return isOpen && !(kind === 'stream' && firstServices.has(name));
      })
      .map(([name, { method, path, kind }]) => [name, { method, path, ...(kind ? { kind } : {}) }]),
  );

const apis: Readonly<Record<string, Api>> = {
  gateway: gatewayApi,
  ...Object.fromEntries(Object.entries(services).map(([name, { api }]) => [name, api])),
};

const moduleOf = (names: readonly string[]): string =>
  `export const routes = ${JSON.stringify(Object.fromEntries(names.map((name) => [name, routesOf(name, apis[name] ?? {})])))};`;

/** Everything but endpoints between services. */
const staffRoutes = (): string => {
  const routes = Object.entries(apis).map(([name, api]) => [
    name,
    Object.fromEntries(
      Object.entries(api)
        .filter(([, { access }]) => access !== 'service')
        .map(([call, { method, path, kind }]) => [call, { method, path, ...(kind ? { kind } : {}) }]),
    ),
  ]);
  return `export const routes = ${JSON.stringify(Object.fromEntries(routes))};`;
};

const auditedCalls = (): string => {
  const calls = Object.entries(apis).flatMap(([name, api]) =>
    Object.entries(api)
      .filter(([, endpoint]) => isAudited(endpoint))
      .map(([call]) => `${name}.${call}`),
  );
  return `export const auditedCalls = ${JSON.stringify(calls)};`;
};

const staffModules: Readonly<Record<string, () => string>> = {
  [STAFF]: staffRoutes,
  [AUDITED]: auditedCalls,
};

/** Provides the routes of the back office, as `routesPlugin` does for the shop, and the names of audited calls. */
export const staffRoutesPlugin = (): Plugin => ({
  name: 'satrangi-staff-routes',
  resolveId: (id) => (Object.hasOwn(staffModules, id) ? `\0${id}` : undefined),
  load: (id) => staffModules[id.replace('\0', '')]?.(),
});

/**
 * Provides the routes of all contracts without their schemas, read at build time, so that the schema library is not
 * part of the bundle. Two modules: the routes of first views, and the rest.
 */
export const routesPlugin = (): Plugin => ({
  name: 'satrangi-routes',
  resolveId: (id) => (id === FIRST || id === LAZY ? `\0${id}` : undefined),
  load: (id) => {
    const names = Object.keys(apis);
    const lazy = names.filter((name) => !firstServices.has(name));
    if (id === `\0${FIRST}`)
      return `${moduleOf(names.filter((name) => firstServices.has(name)))}export const lazyServices = ${JSON.stringify(lazy)};`;
    if (id === `\0${LAZY}`) return moduleOf(lazy);
    return undefined;
  },
});
