import { session } from '@satrangi/kit/browser/session';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { api, refusal } from './api.ts';

afterEach(() => {
  refusal.set(null);
  session.end();
  vi.unstubAllGlobals();
});

describe('a refused call (ADM-46)', () => {
  it.each([
    [401, 'invalid-token', 'logged-out'],
    [403, 'not-allowed', 'no-admin'],
  ] as const)('with %i %s ends the login it was sent with, and no later one', async (status, code, why) => {
    const late = Promise.withResolvers<Response>();
    const answer = (): Response => Response.json({ code, detail: 'Refused' }, { status });
    const answers = [late.promise, Promise.resolve(answer())];
    vi.stubGlobal('fetch', () => answers.shift());
    session.begin({ token: 'first', userId: 'asha' });
    const early = api.cms.listSnapshots();
    session.begin({ token: 'second', userId: 'asha' });
    late.resolve(answer());
    await expect(early).rejects.toThrow();
    expect(refusal.get()).toBeNull();

    await expect(api.cms.listSnapshots()).rejects.toThrow();
    expect(refusal.get()).toBe(why);
  });
});
