import { expect, it, vi } from 'vitest';
import { api } from './api.ts';
import type { Timestamped } from './progress-key.ts';
import { readerProgressSaver } from './save-progress.ts';
import { endsSession, session } from './session.ts';

const refusal = (code: string, message: string) => Response.json({ code, message }, { status: 401 });

it('keeps token and userId under the names that other pages use (WEB-96)', () => {
  session.begin({ token: 't1', userId: 'asha' });

  expect(localStorage.getItem('token')).toBe('t1');
  expect(localStorage.getItem('userId')).toBe('asha');
  session.end();
  expect(localStorage.getItem('token')).toBeNull();
});

it('follows a login and a logout in another tab', () => {
  session.watch();
  localStorage.setItem('token', 'from-the-other-tab');
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(session.token()).toBe('from-the-other-tab');

  localStorage.removeItem('token');
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));

  expect(session.get()).toBeNull();
});

it('follows a logout that came while Back could still return to this page', () => {
  session.watch();
  session.begin({ token: 't1', userId: 'asha' });
  localStorage.removeItem('token');
  // no storage event reaches a page that is only kept for Back
  dispatchEvent(new Event('pageshow'));
  expect(session.get()).toBeNull();
});

it('its end leaves no place in a title on the device, and no contact of the run', () => {
  session.begin({ token: 't1', userId: 'asha' });
  const later = readerProgressSaver<Timestamped>('seven-ways', async () => undefined);
  later.saveDebounced({ at: '2026-11-01T10:00:00.000Z' });
  localStorage.setItem('place:binu:other', '{}');
  localStorage.setItem('virtualRunPrefill', '{}');
  expect(Object.keys(localStorage)).toContain('place:asha:seven-ways');

  session.end();
  later.saveDebounced({ at: '2026-11-01T10:01:00.000Z' });

  expect(Object.keys(localStorage).filter((key) => /^(place:|virtualRun)/.test(key))).toEqual([]);
});

it('progress of a reader is not sent by the reader who logs in after them', () => {
  const put = vi.fn(async () => undefined);
  session.begin({ token: 't1', userId: 'asha' });
  const saver = readerProgressSaver<Timestamped>('seven-ways', put);
  saver.saveDebounced({ at: '2026-11-01T10:00:00.000Z' });

  session.begin({ token: 't2', userId: 'binu' });
  saver.flush();
  saver.saveDebounced({ at: '2026-11-01T10:01:00.000Z' });
  saver.flush();

  expect(put).not.toHaveBeenCalled();
  expect(localStorage.getItem('place:binu:seven-ways')).toBeNull();
  session.end();
});

it('ends the session when the server refuses the token', async () => {
  session.begin({ token: 'old', userId: 'asha' });
  vi.stubGlobal('fetch', async () => refusal('invalid-token', 'Invalid token'));

  await api.library.listEntries().catch(() => undefined);

  expect(session.get()).toBeNull();
  expect(localStorage.getItem('token')).toBeNull();
});

it('keeps a newer token when the refusal was for an older one', async () => {
  session.begin({ token: 'old', userId: 'asha' });
  vi.stubGlobal('fetch', async () => {
    session.begin({ token: 'new', userId: 'asha' });
    return refusal('invalid-token', 'Invalid token');
  });

  await api.library.listEntries().catch(() => undefined);

  expect(session.token()).toBe('new');
});

it('distinguishes an invalid token from a wrong password', () => {
  expect(endsSession({ message: 'jwt expired' })).toBe(true);
  expect(endsSession({ code: 'login-failed', message: 'Login failed' })).toBe(false);
  expect(endsSession(null)).toBe(false);
});

it('only a 401 ends the session', async () => {
  session.begin({ token: 'kept', userId: 'asha' });
  vi.stubGlobal('fetch', async () => Response.json({ code: 'invalid-token' }, { status: 403 }));

  await api.library.listEntries().catch(() => undefined);

  expect(session.token()).toBe('kept');
});
