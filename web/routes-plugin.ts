import type { Api, Route } from '@satrangi/contracts';
import { gatewayApi, services } from '@satrangi/contracts';
import type { Plugin } from 'vite';

const FIRST = 'virtual:satrangi-routes';
const LATER = 'virtual:satrangi-routes/later';

/** Whom the pages people arrive at ask before anything is touched. */
const firstAsked: ReadonlySet<string> = new Set(['gateway', 'catalog', 'library']);

/** What a page needs to call an endpoint; the doors of the back office and between services are left out. */
const routesOf = (api: Api): Record<string, Route> =>
  Object.fromEntries(
    Object.entries(api)
      .filter(([, { access }]) => access === 'public' || access === 'user')
      .map(([name, { method, path, kind }]) => [name, { method, path, ...(kind ? { kind } : {}) }]),
  );

const apis: Readonly<Record<string, Api>> = {
  gateway: gatewayApi,
  ...Object.fromEntries(Object.entries(services).map(([name, { api }]) => [name, api])),
};

const moduleOf = (names: readonly string[]): string =>
  `export const routes = ${JSON.stringify(Object.fromEntries(names.map((name) => [name, routesOf(apis[name] ?? {})])))};`;

/**
 * Hands pages the addresses of every contract without its schemas: they are read here, while building,
 * so that the schema library never reaches a phone. In two parts: what a first view asks, and the rest.
 */
export const routesPlugin = (): Plugin => ({
  name: 'satrangi-routes',
  resolveId: (id) => (id === FIRST || id === LATER ? `\0${id}` : undefined),
  load: (id) => {
    const names = Object.keys(apis);
    if (id === `\0${FIRST}`) return moduleOf(names.filter((name) => firstAsked.has(name)));
    if (id === `\0${LATER}`) return moduleOf(names.filter((name) => !firstAsked.has(name)));
    return undefined;
  },
});
