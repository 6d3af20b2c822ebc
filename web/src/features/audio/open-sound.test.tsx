import { expect, it, vi } from 'vitest';
import { titleCache } from '../../lib/kept/kept-names.ts';
import { keptSoundPath } from '../../lib/kept/kept-sound.ts';
import { session } from '../../lib/session.ts';
import { openSound } from './open-sound.ts';

const named = { id: 'night-bus', mediaType: 'audiostory' } as const;

/** One kept recording, and an answer about the ticket of a stream. */
const device = (ticket: () => Promise<Response>): void => {
  session.begin({ token: 'token-of-asha', userId: 'asha' });
  vi.stubGlobal('fetch', ticket);
  vi.stubGlobal('caches', {
    has: async (name: string) => name === titleCache(named.id),
    open: async () => ({
      match: async (path: string) => (path === keptSoundPath(named) ? new Response('sound') : undefined),
    }),
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:kept', revokeObjectURL: vi.fn() }));
};
const noConnection = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch');
};
const problem = { type: 'about:blank', title: 'x', status: 403, code: 'purchase-required', detail: 'x' };

it('the stream of the server is heard while there is an answer', async () => {
  device(async () => Response.json({ ticket: 'T1', expiresAt: '2099-01-01T00:00:00.000Z' }));
  expect((await openSound(named)).url).toBe('/api/audiostories/night-bus/stream?ticket=T1');
});

it('the copy of this device is heard without a connection only (decision 0145)', async () => {
  device(noConnection);
  expect(await openSound(named)).toEqual({ url: 'blob:kept', expiresAt: null });
  await expect(openSound({ ...named, id: 'another' })).rejects.toThrow(TypeError);

  device(async () => Response.json(problem, { status: 403 }));
  await expect(openSound(named)).rejects.toMatchObject({ code: 'purchase-required' });
});
