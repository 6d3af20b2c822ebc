import type { Api, Route } from '@satrangi/contracts';
import { gatewayApi, services } from '@satrangi/contracts';
import type { Plugin } from 'vite';

const FIRST = 'virtual:satrangi-routes';
const LATER = 'virtual:satrangi-routes/later';

/** Whom the pages people arrive at ask before anything is touched. */
const firstAsked: ReadonlySet<string> = new Set(['gateway', 'catalog', 'library']);

/**
 * What a page needs to call an endpoint; the doors of the back office and between services are left out, and so are
 * the files of items, which pages name by their address (lib/streams.ts).
 */
const routesOf = (name: string, api: Api): Record<string, Route> =>
  Object.fromEntries(
    Object.entries(api)
      .filter(([, { access, kind }]) => {
        const isOpen = access === 'public' || access === 'user';
        return isOpen && !(kind === 'stream' && firstAsked.has(name));
      })
      .map(([name, { method, path, kind }]) => [name, { method, path, ...(kind ? { kind } : {}) }]),
  );

const apis: Readonly<Record<string, Api>> = {
  gateway: gatewayApi,
  ...Object.fromEntries(Object.entries(services).map(([name, { api }]) => [name, api])),
};

const moduleOf = (names: readonly string[]): string =>
  `export const routes = ${JSON.stringify(Object.fromEntries(names.map((name) => [name, routesOf(name, apis[name] ?? {})])))};`;

/**
 * Hands pages the addresses of every contract without its schemas: they are read here, while building,
 * so that the schema library never reaches a phone. In two parts: what a first view asks, and the rest.
 */
export const routesPlugin = (): Plugin => ({
  name: 'satrangi-routes',
  resolveId: (id) => (id === FIRST || id === LATER ? `\0${id}` : undefined),
  load: (id) => {
    const names = Object.keys(apis);
    const later = names.filter((name) => !firstAsked.has(name));
    if (id === `\0${FIRST}`)
      return `${moduleOf(names.filter((name) => firstAsked.has(name)))}export const laterNames = ${JSON.stringify(later)};`;
    if (id === `\0${LATER}`) return moduleOf(later);
    return undefined;
  },
});
