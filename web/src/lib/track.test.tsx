import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { preferences } from './preferences.ts';
import { session } from './session.ts';
import { track } from './track.ts';

const calls = vi.fn<typeof fetch>();
const bodies = () => calls.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));
/** Reports what was tracked until now. */
const settle = async () => {
  await vi.advanceTimersByTimeAsync(6_000);
  await vi.dynamicImportSettled();
};
/** Each test begins an hour after the one before, so that the limit of a minute has ended. */
let hours = 0;

beforeEach(() => {
  hours += 1;
  vi.useFakeTimers({ now: Date.now() + hours * 3_600_000 });
  vi.stubGlobal('fetch', calls);
  // as in browsers without idle callbacks: a timer
  vi.stubGlobal('requestIdleCallback', undefined);
  calls.mockReset().mockResolvedValue(new Response('{"ok":true}', { status: 202 }));
});
afterEach(() => {
  preferences.change({ discreet: false, statistics: true });
  Reflect.deleteProperty(navigator, 'globalPrivacyControl');
});

it('WEB-97 USE-02 an event is posted once, after idle, with the login when there is one', async () => {
  session.begin({ token: 'token-of-asha', userId: 'asha' });
  track('login', { method: 'password' });
  expect(calls).not.toHaveBeenCalled();
  await settle();

  expect(calls).toHaveBeenCalledTimes(1);
  const [url, init] = calls.mock.calls[0] ?? [];
  expect(url).toBe('/api/admin/analytics');
  expect(init).toMatchObject({
    method: 'POST',
    keepalive: true,
    headers: { authorization: 'Bearer token-of-asha' },
  });
  expect(bodies()).toEqual([{ action: 'login', eventType: 'login', details: { method: 'password' } }]);
});

it.each([
  ['a failing network', () => calls.mockRejectedValue(new TypeError('failed'))],
  ['500', () => calls.mockResolvedValue(new Response('no', { status: 500 }))],
  ['401, which does not end the session', () => calls.mockResolvedValue(new Response('{}', { status: 401 }))],
])('WEB-97 %s changes nothing and is not tried again', async (_name, fail) => {
  session.begin({ token: 'token-of-asha', userId: 'asha' });
  fail();
  track('page_view', { page: '/' });
  await settle();
  await settle();

  expect(calls).toHaveBeenCalledTimes(1);
  expect(session.token()).toBe('token-of-asha');
});

it.each([
  ['in discreet mode', () => preferences.change({ discreet: true })],
  ['when switched off in the choices', () => preferences.change({ statistics: false })],
  [
    'with Global Privacy Control',
    () => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true }),
  ],
])('WEB-97 nothing is posted %s', async (_name, choose) => {
  choose();
  track('page_view', { page: '/' });
  await settle();

  expect(calls).not.toHaveBeenCalled();
});

it('WEB-97 a page that tracks without end posts twenty a minute', async () => {
  for (let n = 0; n < 60; n += 1) track('generic');
  await settle();
  expect(calls).toHaveBeenCalledTimes(20);

  await vi.advanceTimersByTimeAsync(61_000);
  track('generic');
  await settle();
  expect(calls).toHaveBeenCalledTimes(21);
});
