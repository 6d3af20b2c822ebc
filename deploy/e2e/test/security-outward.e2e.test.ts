import dns from 'node:dns';
import net from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { ask } from './support/ask.ts';
import { openHouse } from './support/house.ts';

const HERE = new Set(['localhost', '127.0.0.1', '::1', '']);

/** Every host this process, and with it the whole platform, speaks to or asks the address of. */
const spokenTo = new Set<string>();
// Both have many forms, each handed on as it came: the compiler can not follow that, hence the names of their types below.
const connect = net.Socket.prototype.connect;
const lookup = dns.lookup;
net.Socket.prototype.connect = function watched(this: net.Socket, ...given: unknown[]) {
  // Node passes what was asked for as a list of its own, or as it came.
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

it('a day in the shop speaks to no host but those that were set (S44)', async () => {
  await using house = await openHouse();
  const reader = await house.newReader();
  const { token } = reader;
  const done = [
    await ask(`${house.api}/ebooks?q=cheap`),
    await ask(`${house.api}/geo/ip`),
    await ask(`${house.api}/users/forgot-password`, { json: { email: 'reader-1@house.example' } }),
    await ask(`${house.api}/payments/create`, {
      token,
      json: { items: [{ media: house.books.dear }], country: 'IN', contact: '9876543210' },
    }),
  ];
  const started = await ask(`${house.api}/payments/create`, {
    token,
    json: { items: [{ media: house.books.cheap }], country: 'US' },
  });
  const { clientSecret, paymentIntentId } = started.json as { clientSecret: string; paymentIntentId: string };
  done.push(
    started,
    await ask(`${house.url}/sandbox/stripe/pay`, { json: { clientSecret, outcome: 'succeeded' } }),
    await ask(`${house.api}/payments/confirm`, { token, json: { paymentIntentId } }),
    await ask(`${house.api}/users/export`, { token }),
  );

  expect(done.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  expect([...spokenTo].filter((host) => !HERE.has(host))).toEqual([]);
});

it('would have noticed one', async () => {
  const socket = net.connect({ host: 'elsewhere.invalid', port: 443 }).on('error', () => {});
  socket.destroy();

  expect([...spokenTo]).toContain('elsewhere.invalid');
});
