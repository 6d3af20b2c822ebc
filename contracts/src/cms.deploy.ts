import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { Instant, UserId } from './schemas.ts';

/** Stored snapshots of the content (one for each deploy). */
export const SNAPSHOTS_MAX = 30;

export const Snapshot = z.object({
  revision: z.int().positive(),
  at: Instant,
  by: UserId.nullable(),
  sections: z.int().describe('public sections in it'),
  hook: z
    .enum(['none', 'waiting', 'delivered', 'failed'])
    .describe('the call of DEPLOY_HOOK_URL; `failed` after a day of retries'),
});
export type Snapshot = z.infer<typeof Snapshot>;

export const deployApi = defineApi({
  deploy: {
    method: 'POST',
    path: '/cms/deploy',
    access: 'admin',
    status: 200,
    summary:
      'Numbers what is public as one revision, drops every cached answer of the cms, and calls DEPLOY_HOOK_URL at least once; drafts stay drafts (checklist CMS-11, CMS-32)',
    response: z.object({ ok: z.literal(true), revision: z.int().positive(), deployedAt: Instant }),
    problems: ['unavailable'],
  },
  listSnapshots: {
    method: 'GET',
    path: '/cms/snapshots',
    access: 'admin',
    summary: `What was public at each deploy, newest first, the last ${SNAPSHOTS_MAX}`,
    response: z.array(Snapshot),
  },
  restoreSnapshot: {
    method: 'POST',
    path: '/cms/snapshots/:revision/restore',
    access: 'admin',
    summary:
      'Makes the texts of a snapshot public again, each as a new version; nothing is overwritten, sections added since stay',
    params: z.object({ revision: z.coerce.number().int().positive() }),
    response: z.object({
      ok: z.literal(true),
      restored: z.array(z.string()).describe('keys of the sections that were changed'),
    }),
    problems: ['not-found'],
  },
});
