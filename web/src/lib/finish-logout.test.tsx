import { identityApi } from '@satrangi/contracts';
import { FakeProblem, fakeServer, plays } from '@satrangi/contracts/testing';
import { beforeEach, expect, it, vi } from 'vitest';
import { finishLogout } from './finish-logout.ts';
import { session } from './session.ts';
import { safeStorage, UNSENT_LOGOUT_KEY } from './store.ts';

let isUp = true;
const logout = vi.fn((): undefined => {
  if (!isUp) throw new FakeProblem('unavailable', 'Not available right now');
});

beforeEach(() => {
  isUp = true;
  localStorage.clear();
  session.end();
  logout.mockClear();
  vi.stubGlobal('fetch', fakeServer(plays(identityApi, { logout })));
});

it('a logout that did not reach the server is sent when it can, once: the cookie would stay valid', async () => {
  isUp = false;
  safeStorage.write(UNSENT_LOGOUT_KEY, '1');
  const stop = finishLogout();
  await vi.waitFor(() => expect(logout).toHaveBeenCalledTimes(1));
  isUp = true;
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(localStorage.getItem('logout-pending')).toBeNull());
  expect(logout).toHaveBeenCalledTimes(2);
  dispatchEvent(new Event('online'));
  stop();
  finishLogout()();
  expect(logout).toHaveBeenCalledTimes(2);
});

it('a login since then has replaced the cookie, and stays', async () => {
  safeStorage.write(UNSENT_LOGOUT_KEY, '1');
  session.begin({ token: 'token-of-asha', userId: 'asha' });
  finishLogout()();
  await vi.waitFor(() => expect(localStorage.getItem('logout-pending')).toBeNull());
  expect(logout).not.toHaveBeenCalled();
});
