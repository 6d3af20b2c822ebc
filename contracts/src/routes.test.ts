import { expect, it } from 'vitest';
import { byPrecedence, type Endpoint } from './endpoint.ts';
import { gatewayApi, problems, services } from './index.ts';

const all: [string, Endpoint][] = [...Object.values(services).map(({ api }) => api), gatewayApi].flatMap(
  (api) => Object.entries(api as Record<string, Endpoint>),
);

it('no method and path is offered twice', () => {
  const doors = all.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`);

  expect(doors.filter((door, index) => doors.indexOf(door) !== index)).toEqual([]);
});

it('every address is answered by its own endpoint: a fixed word is never taken for a parameter', () => {
  const ordered = all.map(([, endpoint]) => endpoint).sort(byPrecedence);
  const matches = ({ path }: Endpoint, address: string): boolean =>
    new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(address);

  const taken = ordered.filter((endpoint) => {
    const address = endpoint.path.replace(/:\w+/g, 'x');
    const first = ordered.find((other) => other.method === endpoint.method && matches(other, address));
    return first !== endpoint;
  });

  expect(taken.map(({ path }) => path)).toEqual([]);
});

it.each(all)('%s names every parameter of its path and a summary', (_name, endpoint) => {
  const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, key]) => key);

  expect(Object.keys(endpoint.params?.shape ?? {}).sort()).toEqual(named.sort());
  expect(endpoint.summary.length).toBeGreaterThan(10);
});

it.each(all)('%s under /admin is for admins only', (_name, endpoint) => {
  if (endpoint.path.startsWith('/admin/')) expect(endpoint.access).toBe('admin');
});

it('what the gateway keeps is public, read only, and dropped by live messages', () => {
  const kept = all.filter(([, endpoint]) => endpoint.invalidatedBy);

  expect(kept.length).toBeGreaterThan(3);
  for (const [, endpoint] of kept) expect([endpoint.method, endpoint.access]).toEqual(['GET', 'public']);
});

it('every problem has a status an error can have', () => {
  for (const { status } of Object.values(problems)) expect(status).toBeGreaterThanOrEqual(400);
});
