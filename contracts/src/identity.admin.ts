import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { Email, Name } from './identity.fields.ts';
import { Instant, Role, searchText, UserId } from './schemas.ts';

/** The view of an account in user administration. */
export const UserRow = z.object({
  _id: UserId,
  name: z.string(),
  email: z.string().nullable(),
  role: Role,
  createdAt: Instant,
  revision: z.string().describe('changes with name, email and role: send it as `If-Match`'),
});
export type UserRow = z.infer<typeof UserRow>;

/** What an admin sets of an account. */
export const UserChanges = z.object({ name: Name, email: Email, role: Role.optional() });
export type UserChanges = z.infer<typeof UserChanges>;

const byId = z.object({ id: UserId });

/** User administration. */
export const identityAdminApi = defineApi({
  listUsers: {
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    summary: 'Accounts, newest first: one page and the cursor of the next page (checklist IDN-26)',
    query: z.object({
      q: searchText(120)
        .optional()
        .describe('part of a name or an email, case-insensitive, or a complete user id'),
      role: Role.optional(),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .catch(100)
        .transform((n) => Math.min(n, 100))
        .optional()
        .describe('at most 100; absent: all, up to 1,000'),
      mask: z
        .enum(['true'])
        .optional()
        .describe('true: emails as `a•••@g•••`; one whole email is in the response of `reveal`'),
      cursor: z.string().max(200).optional().describe('`nextCursor` of the previous page'),
    }),
    response: z.object({ items: z.array(UserRow), total: z.int(), nextCursor: z.string().nullable() }),
    problems: ['validation-failed'],
  },
  downloadUsers: {
    method: 'GET',
    path: '/admin/users.csv',
    access: 'admin',
    audited: true,
    kind: 'stream',
    summary:
      'Accounts as CSV for spreadsheets, newest first, their emails masked: UTF-8 with BOM, formulas escaped',
    query: z.object({ q: searchText(120).optional(), role: Role.optional() }),
    response: z.unknown(),
  },
  revealUser: {
    method: 'POST',
    path: '/admin/users/:id/reveal',
    access: 'admin',
    summary: 'The email of one account in full. A POST, because each look is recorded as an act of the admin',
    params: byId,
    response: z.object({ email: z.string().nullable() }),
    problems: ['not-found'],
  },
  updateUser: {
    method: 'PUT',
    path: '/admin/users/:id',
    access: 'admin',
    summary:
      'Edit name, email and role; a new role revokes the sessions of that account (checklist IDN-27, IDN-38). With `If-Match` and the revision of the row, an edit of a newer state is refused with 409 and `data.current`; without it the last edit wins',
    params: byId,
    body: UserChanges,
    response: UserRow,
    problems: ['validation-failed', 'not-found', 'already-used', 'last-admin', 'version-conflict'],
  },
  deleteUser: {
    method: 'DELETE',
    path: '/admin/users/:id',
    access: 'admin',
    summary:
      'Delete an account; the same as deletion by its owner (checklist IDN-28). With `If-Match` and the revision of the row, a newer state is kept: 409 with `data.current`, its email masked',
    params: byId,
    response: z.object({ ok: z.literal(true) }),
    problems: ['not-found', 'last-admin', 'version-conflict'],
  },
});
