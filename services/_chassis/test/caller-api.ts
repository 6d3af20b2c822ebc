import { defineApi } from '@satrangi/contracts';
import { z } from 'zod';
import type { Handlers } from '../src/index.ts';
import { testUser } from '../src/testing/index.ts';

/** Endpoints that return their caller. */
export const callerApi = defineApi({
  me: {
    method: 'GET',
    path: '/me',
    access: 'user',
    summary: '',
    response: z.object({ id: z.string(), role: z.string() }),
  },
  open: {
    method: 'GET',
    path: '/open',
    access: 'public',
    personal: true,
    summary: '',
    response: z.object({ id: z.string().nullable() }),
  },
  boss: { method: 'GET', path: '/boss', access: 'admin', summary: '', response: z.object({}) },
});
export const callerHandlers: Handlers<typeof callerApi> = {
  me: (_, caller) => ({ id: caller.userId, role: caller.role }),
  open: (_, caller) => ({ id: caller?.userId ?? null }),
  boss: () => ({}),
};

export const asha = testUser({ userId: 'asha' });
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
