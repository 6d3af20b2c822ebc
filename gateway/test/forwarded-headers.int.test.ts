import { request } from 'node:http';
import type { Endpoint } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { routeTable } from '../src/routing/route-table.ts';
import { withKeys } from './event-stream-client.ts';
import { startWorld, type World } from './fixture.ts';

/** What a visitor may claim to be, in every spelling HTTP takes for the same header. */
const claims = {
  'x-user-id': 'claimed',
  'X-User-Role': 'claimed-ADMIN',
  'x-user-email': 'claimed',
  'X-USER-ANYTHING': 'claimed',
  'x-role': 'claimed-ADMIN',
  'x-internal-secret': 'claimed',
  'x-client-ip': 'claimed',
  'x-forwarded-for': 'claimed',
  'x-forwarded-host': 'claimed',
  'x-forwarded-proto': 'claimed',
  'x-real-ip': 'claimed',
  forwarded: 'for=claimed',
};

/** Asks with these headers as they are written. */
const send = (world: World, { method, path }: Endpoint, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const url = `${world.gateway.url}/api${path.replace(/:\w+/g, 'some-id')}`;
    request(url, { method, headers, agent: false }, (answer) =>
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    )
      .on('error', reject)
      .end();
  });

it('nothing a visitor claims about a person reaches a service, at any endpoint, signed in or not (GTW-18)', async () => {
  await using world = await startWorld({
    LIMIT_PER_MINUTE: '10000',
    LIMIT_LOGIN_PER_MINUTE: '10000',
  });
  const { bearerOf } = await withKeys(world.services.identity);
  const { all } = routeTable();

  for (const { endpoint } of all) {
    await send(world, endpoint, claims);
    await send(world, endpoint, { ...claims, ...bearerOf('asha') });
  }

  const heard = Object.values(world.services)
    .flatMap((service) => service.heard)
    .filter(({ url }) => !url.startsWith('/.well-known'));
  const leaked = heard.flatMap(({ method, url, headers }) =>
    Object.entries(headers)
      .filter(([, value]) => String(value).includes('claimed'))
      .map(([name]) => `${method} ${url}: ${name}`),
  );
  expect(leaked).toEqual([]);
  expect(heard.length).toBeGreaterThan(all.length);
  expect(new Set(heard.map(({ headers }) => headers['x-user-id']))).toEqual(new Set([undefined, 'asha']));
});
