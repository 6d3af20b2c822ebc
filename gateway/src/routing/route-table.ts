import { byPrecedence, type Endpoint, type ServiceName, services } from '@satrangi/contracts';

/** Paths of the contracts are below it. */
export const API_BASE = '/api';

export type ServiceRoute = {
  readonly service: ServiceName;
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly pattern: RegExp;
};

export type FoundRoute = { readonly route: ServiceRoute; readonly params: Readonly<Record<string, string>> };

/** The parameters as the services read them: one item has one id, however its path is encoded. */
const decoded = (params: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  try {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    // services refuse it
    return params;
  }
};

export type RouteTable = {
  readonly all: readonly ServiceRoute[];
  /** The one route for a method and a path below `/api`. HEAD counts as GET. */
  readonly find: (method: string, path: string) => FoundRoute | undefined;
  /** Methods of a path; empty when the path is unknown. */
  readonly methodsAt: (path: string) => readonly string[];
};

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`);

const firstSegmentOf = (path: string): string => path.slice(1).split('/', 1)[0] ?? '';

/** The routes that may match a path, in their order: those of its method and its first segment. */
const candidatesOf = (all: readonly ServiceRoute[]) => {
  const keyOf = (method: string, path: string): string => `${method} ${firstSegmentOf(path)}`;
  const byKey = new Map<string, ServiceRoute[]>();
  for (const route of all) {
    const { method, path } = route.endpoint;
    if (path.startsWith('/:')) throw new Error(`the first segment of ${path} must be a literal`);
    const key = keyOf(method, path);
    byKey.set(key, [...(byKey.get(key) ?? []), route]);
  }
  return (method: string, path: string): readonly ServiceRoute[] => byKey.get(keyOf(method, path)) ?? [];
};

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

  const candidates = candidatesOf(all);

  return {
    all,
    find: (method, path) => {
      for (const route of candidates(method === 'HEAD' ? 'GET' : method, path)) {
        const match = route.pattern.exec(path);
        if (match) {
          const params = match.groups ?? {};
          return { route, params: path.includes('%') ? decoded(params) : params };
        }
      }
      return undefined;
    },
    methodsAt: (path) =>
      all.filter(({ pattern }) => pattern.test(path)).map(({ endpoint }) => endpoint.method),
  };
};
