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
 * The routes a page can call. Left out are endpoints of the back office and between services, webhooks, event streams,
 * exports of one service, which the gateway joins, and media files, whose URLs pages build themselves
 * (lib/media-streams.ts).
 */
const routesOf = (name: string, api: Api): Record<string, Route> =>
  Object.fromEntries(
    Object.entries(api)
      .filter(([call, { access, kind, backOffice, rate }]) => {
        const isOpen = (access === 'public' || access === 'user') && !backOffice;
        const isCalled = rate !== 'webhook' && kind !== 'live' && call !== 'exportMine';
        return isOpen && isCalled && !(kind === 'stream' && firstServices.has(name));
      })
      .map(([name, { method, path, kind }]) => [
        name,
        { path, ...(method === 'GET' ? {} : { method }), ...(kind ? { kind } : {}) },
      ]),
  );

const apis: Readonly<Record<string, Api>> = {
  gateway: gatewayApi,
  ...Object.fromEntries(Object.entries(services).map(([name, { api }]) => [name, api])),
};

/** Positions are saved while a page closes, when nothing can be loaded any more. */
const POSITION = '/library/progress/:mediaId';

/** What is read after the first view: all that an account has, the marks of an open book, and collections of editors. */
const READ_LATER = /\/export$|\/marks\/|^\/collections/;

/** Whether a first view can make this call. */
const isFirst = (service: string, { method, path, kind }: Route): boolean =>
  path === POSITION || (firstServices.has(service) && method === 'GET' && !kind && !READ_LATER.test(path));

const moduleOf = (isIn: (service: string, route: Route) => boolean): string => {
  const routes = Object.entries(apis).map(([service, api]) => [
    service,
    Object.fromEntries(Object.entries(routesOf(service, api)).filter(([, route]) => isIn(service, route))),
  ]);
  return `export const routes = ${JSON.stringify(Object.fromEntries(routes))};`;
};

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
 * part of the bundle. Two modules: the routes that first views read, and the rest.
 */
export const routesPlugin = (): Plugin => ({
  name: 'satrangi-routes',
  resolveId: (id) => (id === FIRST || id === LAZY ? `\0${id}` : undefined),
  load: (id) => {
    if (id === `\0${FIRST}`) return moduleOf(isFirst);
    if (id === `\0${LAZY}`) return moduleOf((service, route) => !isFirst(service, route));
    return undefined;
  },
});
