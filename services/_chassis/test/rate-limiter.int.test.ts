/** Rate limits counted in the real store. */
import { expect, it } from 'vitest';
import { createLog, createRateLimiter, enforceRateLimit, Refusal } from '../src/index.ts';
import { openStore } from '../src/store/store.ts';
import { freshSuffix, testMongo } from '../src/testing/index.ts';

const limits = {
  mails: { max: 2, windowMs: 60_000 },
  failures: { max: 3, windowMs: 60_000 },
} as const;

const openLimiter = async () => {
  // not in the past: the store removes counters whose window is over
  let now = new Date(Date.now() + 3_600_000);
  const store = openStore({
    uri: await testMongo(),
    database: `test${freshSuffix()}`,
    service: 'identity',
    log: createLog('identity', 'silent'),
    busUp: () => true,
    publish: async () => undefined,
    notify: async () => undefined,
  });
  const clock = { now: () => now };
  const limiter = createRateLimiter({ store: store.serviceStore, clock, secret: 's', limits });
  await store.connect(AbortSignal.timeout(10_000));
  const wait = (ms: number): void => {
    now = new Date(now.getTime() + ms);
  };
  return { ...limiter, wait, [Symbol.asyncDispose]: () => store.close() };
};

it('allows attempts up to the limit, then answers the seconds to wait, then opens a new window', async () => {
  await using limiter = await openLimiter();

  expect(await limiter.consume('mails', 'a')).toBe(0);
  limiter.wait(20_000);
  expect(await limiter.consume('mails', 'a')).toBe(0);
  expect(await limiter.consume('mails', 'a')).toBe(40);
  expect(await limiter.consume('mails', 'b')).toBe(0);
  limiter.wait(40_001);
  expect(await limiter.consume('mails', 'a')).toBe(0);
});

it('a window that a clock an hour ahead has opened ends when the clock is right again', async () => {
  await using limiter = await openLimiter();
  limiter.wait(3_600_000);
  for (let attempt = 0; attempt < 3; attempt += 1) await limiter.consume('mails', 'a');
  limiter.wait(-3_600_000);

  expect(await limiter.consume('mails', 'a')).toBe(0);
  expect(await limiter.consume('mails', 'a')).toBe(0);
  expect(await limiter.consume('mails', 'a')).toBe(60);
});

it('of 30 parallel attempts exactly the limit is allowed', async () => {
  await using limiter = await openLimiter();
  const waits = await Promise.all(Array.from({ length: 30 }, () => limiter.consume('failures', 'a')));

  expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
});

it('takes one attempt back, or all', async () => {
  await using limiter = await openLimiter();
  const exhaust = async () => {
    let allowed = 0;
    while ((await limiter.consume('failures', 'a')) === 0) allowed += 1;
    return allowed;
  };

  expect(await exhaust()).toBe(3);
  // the refused attempt counts too
  await limiter.release('failures', 'a');
  await limiter.release('failures', 'a');
  expect(await exhaust()).toBe(1);
  await limiter.reset('failures', 'a');
  expect(await exhaust()).toBe(3);
});

it('counts IPv6 addresses of one /48 together with a budget four times as large', async () => {
  await using limiter = await openLimiter();
  let allowed = 0;
  for (let network = 0; network < 40; network += 1)
    if ((await limiter.byAddress.consume('mails', `2001:db8:7:${(network * 256).toString(16)}::1`)) === 0)
      allowed += 1;

  expect(allowed).toBe(2 * 4);
  expect(await limiter.byAddress.consume('mails', '203.0.113.9')).toBe(0);
});

it('takes all attempts of one address back, and one from the networks around it', async () => {
  await using limiter = await openLimiter();
  const address = '2001:db8:7:1::1';
  for (let attempt = 0; attempt < 3; attempt += 1) await limiter.byAddress.consume('mails', address);
  await limiter.byAddress.reset('mails', address);

  expect(await limiter.byAddress.consume('mails', address)).toBe(0);
  // of the /56's budget of 4, three are used: two attempts that stay and the one just counted
  expect(await limiter.byAddress.consume('mails', '2001:db8:7:2::1')).toBe(0);
  expect(await limiter.byAddress.consume('mails', '2001:db8:7:3::1')).toBeGreaterThan(0);
});

it('refuses with the longest wait', () => {
  expect(() => enforceRateLimit('Too many attempts', 0, 0)).not.toThrow();
  const refused = (): void => enforceRateLimit('Too many attempts', 0, 7, 3);

  expect(refused).toThrow(Refusal);
  expect(refused).toThrow(
    expect.objectContaining({
      code: 'too-many-requests',
      message: 'Too many attempts',
      more: { retryAfter: 7 },
    }),
  );
});
