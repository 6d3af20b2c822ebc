import { expect, it } from 'vitest';
import { byPrecedence, type Endpoint } from './endpoint.ts';
import { gatewayApi, problems, services } from './index.ts';

const all: [string, Endpoint][] = [...Object.values(services).map(({ api }) => api), gatewayApi].flatMap(
  (api) => Object.entries(api as Record<string, Endpoint>),
);

it('no method and path is defined twice', () => {
  const routes = all.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`);

  expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
});

it('every path matches its own endpoint: a fixed segment wins over a parameter', () => {
  const ordered = all.map(([, endpoint]) => endpoint).sort(byPrecedence);
  const matches = ({ path }: Endpoint, address: string): boolean =>
    new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(address);

  const shadowed = ordered.filter((endpoint) => {
    const address = endpoint.path.replace(/:\w+/g, 'x');
    const first = ordered.find((other) => other.method === endpoint.method && matches(other, address));
    return first !== endpoint;
  });

  expect(shadowed.map(({ path }) => path)).toEqual([]);
});

it.each(all)('%s has a schema for every path parameter and a summary', (_name, endpoint) => {
  const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, key]) => key);

  expect(Object.keys(endpoint.params?.shape ?? {}).sort()).toEqual(named.sort());
  expect(endpoint.summary.length).toBeGreaterThan(10);
});

it.each(all)('%s under /admin is for admins only', (name, endpoint) => {
  // the site reports its events there (checklist USE-07)
  if (name === 'track') return expect(endpoint.access).toBe('public');
  if (endpoint.path.startsWith('/admin/')) expect(endpoint.access).toBe('admin');
});

it('cached responses are public and read-only', () => {
  const cached = all.filter(([, endpoint]) => endpoint.invalidatedBy);

  expect(cached.length).toBeGreaterThan(3);
  for (const [, endpoint] of cached) expect([endpoint.method, endpoint.access]).toEqual(['GET', 'public']);
});

it('a cached answer that depends on the caller does so by a named query field only', () => {
  const personal = all.filter(([, { invalidatedBy, personal }]) => invalidatedBy && personal);

  expect(personal.length).toBeGreaterThan(0);
  for (const [, { uncachedQuery = [], query }] of personal) {
    expect(uncachedQuery.length).toBeGreaterThan(0);
    expect(Object.keys(query?.shape ?? {})).toEqual(expect.arrayContaining([...uncachedQuery]));
  }
  for (const [, { uncachedQuery, invalidatedBy, personal }] of all)
    if (uncachedQuery) expect([invalidatedBy !== undefined, personal]).toEqual([true, true]);
});

it('every problem has an error status', () => {
  for (const { status } of Object.values(problems)) expect(status).toBeGreaterThanOrEqual(400);
});
