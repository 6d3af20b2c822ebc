import { byPrecedence, type Endpoint, type ServiceName, services } from '@satrangi/contracts';

export type ServiceRoute = {
  readonly service: ServiceName;
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly pattern: RegExp;
};

export type FoundRoute = { readonly route: ServiceRoute; readonly params: Readonly<Record<string, string>> };

export type RouteTable = {
  readonly all: readonly ServiceRoute[];
  /** The one route for a method and a path below `/api`. HEAD counts as GET. */
  readonly find: (method: string, path: string) => FoundRoute | undefined;
  /** Methods of a path; empty when the path is unknown. */
  readonly methodsAt: (path: string) => readonly string[];
};

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`);

/**
 * Every public endpoint of every contract. All other paths are refused: endpoints between services are not in the table,
 * and it has no prefixes. Literal segments precede parameters (`/ebooks/free` before `/ebooks/:id`).
 */
export const createRouteTable = (): RouteTable => {
  const all = Object.entries(services)
    .flatMap(([service, { api }]) =>
      Object.entries(api as Record<string, Endpoint>).map(([name, endpoint]) => ({
        service: service as ServiceName,
        name,
        endpoint,
        pattern: patternOf(endpoint.path),
      })),
    )
    .filter(({ endpoint }) => endpoint.access !== 'service')
    .sort((a, b) => byPrecedence(a.endpoint, b.endpoint));

  return {
    all,
    find: (method, path) => {
      const wanted = method === 'HEAD' ? 'GET' : method;
      for (const route of all) {
        if (route.endpoint.method !== wanted) continue;
        const match = route.pattern.exec(path);
        if (match) return { route, params: match.groups ?? {} };
      }
      return undefined;
    },
    methodsAt: (path) =>
      all.filter(({ pattern }) => pattern.test(path)).map(({ endpoint }) => endpoint.method),
  };
};
