import dns from 'node:dns';
import net from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { httpRequest } from './support/http-request.ts';
import { createPlatform } from './support/platform-fixture.ts';

const HERE = new Set(['localhost', '127.0.0.1', '::1', '']);

/** Every host that this process, with the whole platform in it, connects to or resolves. */
const spokenTo = new Set<string>();
// Both functions have many overloads; arguments are passed on unchanged, hence the type assertions below.
const connect = net.Socket.prototype.connect;
const lookup = dns.lookup;
net.Socket.prototype.connect = function watched(this: net.Socket, ...given: unknown[]) {
  // Node passes the arguments as a normalized list, or unchanged.
  const [first] = given.flat();
  const host = typeof first === 'object' && first !== null && 'host' in first ? first.host : undefined;
  spokenTo.add(typeof host === 'string' ? host : '');
  return Reflect.apply(connect, this, given);
} as typeof connect;
dns.lookup = ((host: string, ...rest: unknown[]) => {
  spokenTo.add(host);
  return Reflect.apply(lookup, dns, [host, ...rest]);
}) as typeof lookup;
afterAll(() => {
  net.Socket.prototype.connect = connect;
  dns.lookup = lookup;
});

it('the platform connects to configured hosts only (S44)', async () => {
  await using platform = await createPlatform();
  const reader = await platform.newReader();
  const { token } = reader;
  const done = [
    await httpRequest(`${platform.api}/ebooks?q=cheap`),
    await httpRequest(`${platform.api}/geo/ip`),
    await httpRequest(`${platform.api}/users/forgot-password`, {
      json: { email: 'reader-1@platform.example' },
    }),
    await httpRequest(`${platform.api}/payments/create`, {
      token,
      json: { items: [{ media: platform.books.dear }], country: 'IN', contact: '9876543210' },
    }),
  ];
  const started = await httpRequest(`${platform.api}/payments/create`, {
    token,
    json: { items: [{ media: platform.books.cheap }], country: 'US' },
  });
  const { clientSecret, paymentIntentId } = started.json as { clientSecret: string; paymentIntentId: string };
  done.push(
    started,
    await httpRequest(`${platform.url}/sandbox/stripe/pay`, { json: { clientSecret, outcome: 'succeeded' } }),
    await httpRequest(`${platform.api}/payments/confirm`, { token, json: { paymentIntentId } }),
    await httpRequest(`${platform.api}/users/export`, { token }),
  );

  expect(done.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  expect([...spokenTo].filter((host) => !HERE.has(host))).toEqual([]);
});

it('detects a planted connection', async () => {
  const socket = net.connect({ host: 'elsewhere.invalid', port: 443 }).on('error', () => {});
  socket.destroy();

  expect([...spokenTo]).toContain('elsewhere.invalid');
});
