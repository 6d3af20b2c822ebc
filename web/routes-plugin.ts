import type { Api, Route } from '@satrangi/contracts';
import { gatewayApi, services } from '@satrangi/contracts';
import type { Plugin } from 'vite';

const virtual = 'virtual:satrangi-routes';

/** What a page needs to call an endpoint; the doors of the back office and between services are left out. */
const routesOf = (api: Api): Record<string, Route> =>
  Object.fromEntries(
    Object.entries(api)
      .filter(([, { access }]) => access === 'public' || access === 'user')
      .map(([name, { method, path, kind }]) => [name, { method, path, ...(kind ? { kind } : {}) }]),
  );

/**
 * Hands pages the addresses of every contract without its schemas: they are read here, while building,
 * so that the schema library never reaches a phone.
 */
export const routesPlugin = (): Plugin => ({
  name: 'satrangi-routes',
  resolveId: (id) => (id === virtual ? `\0${virtual}` : undefined),
  load: (id) => {
    if (id !== `\0${virtual}`) return undefined;
    const routes: Record<string, Record<string, Route>> = { gateway: routesOf(gatewayApi) };
    for (const [name, { api }] of Object.entries(services)) routes[name] = routesOf(api);
    return `export const routes = ${JSON.stringify(routes)};`;
  },
});
