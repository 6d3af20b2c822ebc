import { request } from 'node:http';
import type { Endpoint } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { createRouteTable } from '../src/routing/route-table.ts';
import { publishSigningKeys } from './event-stream-client.ts';
import { type Fixture, startFixture } from './fixture.ts';

/** Headers that claim an identity, in several spellings. */
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

/** Sends the headers in this spelling. */
const send = (
  fixture: Fixture,
  { method, path }: Endpoint,
  headers: Record<string, string>,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const url = `${fixture.gateway.url}/api${path.replace(/:\w+/g, 'some-id')}`;
    request(url, { method, headers, agent: false }, (answer) =>
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    )
      .on('error', reject)
      .end();
  });

it('no endpoint forwards identity headers of the client, signed in or not (GTW-18)', async () => {
  await using fixture = await startFixture({
    LIMIT_PER_MINUTE: '10000',
    LIMIT_LOGIN_PER_MINUTE: '10000',
  });
  const { bearerOf } = await publishSigningKeys(fixture.services.identity);
  const { all } = createRouteTable();

  for (const { endpoint } of all) {
    await send(fixture, endpoint, claims);
    await send(fixture, endpoint, { ...claims, ...bearerOf('asha') });
  }

  const forwarded = Object.values(fixture.services)
    .flatMap((service) => service.requests)
    .filter(({ url }) => !url.startsWith('/.well-known'));
  const leaked = forwarded.flatMap(({ method, url, headers }) =>
    Object.entries(headers)
      .filter(([, value]) => String(value).includes('claimed'))
      .map(([name]) => `${method} ${url}: ${name}`),
  );
  expect(leaked).toEqual([]);
  expect(forwarded.length).toBeGreaterThan(all.length);
  expect(new Set(forwarded.map(({ headers }) => headers['x-user-id']))).toEqual(new Set([undefined, 'asha']));
});

it('a request to a service stays in the trace of its caller, or begins one; baggage is not forwarded', async () => {
  await using fixture = await startFixture();
  const caller = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const traced = { traceparent: caller, tracestate: 'claimed=1', baggage: 'user=claimed' };

  await fixture.get('/api/payments/orders/o1', traced);
  await fixture.get('/api/payments/orders/o1');
  await fixture.get('/api/ebooks/unknown', traced);

  const seen = [...fixture.services.payments.requests, ...fixture.services.catalog.requests].map(
    ({ headers }) => headers,
  );
  const traceIds = seen.map(({ traceparent }) => String(traceparent).split('-')[1]);
  const [, traceId] = caller.split('-');
  expect(traceIds).toEqual([traceId, expect.stringMatching(/^[0-9a-f]{32}$/), traceId]);
  expect(traceIds[1]).not.toBe(traceId);
  expect(seen.every(({ traceparent }) => traceparent !== caller)).toBe(true);
  expect(seen.flatMap(({ tracestate, baggage }) => [tracestate, baggage]).filter(Boolean)).toEqual([]);
});
