import { maskedEmail, UserId, type UserRow } from '@satrangi/contracts';
import type { Account } from '../accounts/accounts.rules.ts';

/** The sort key after which a page starts. */
export type PagePosition = { readonly createdAt: string; readonly _id: UserId };

export const toUserRow = ({ _id, name, email, role, createdAt }: Account): UserRow => ({
  _id,
  name,
  email: email ?? null,
  role,
  createdAt,
});

/** A row of a list that is only looked through. */
export const toMaskedRow = (account: Account): UserRow => {
  const row = toUserRow(account);
  return { ...row, email: row.email === null ? null : maskedEmail(row.email) };
};

export const cursorOf = ({ createdAt, _id }: { readonly createdAt: string; readonly _id: string }): string =>
  Buffer.from(`${createdAt} ${_id}`).toString('base64url');

/** @returns null for a cursor that this service did not issue */
export const parseCursor = (cursor: string): PagePosition | null => {
  const [createdAt = '', _id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const isValid = rest.length === 0 && !Number.isNaN(Date.parse(createdAt)) && /^[\w-]{1,64}$/.test(_id);
  return isValid ? { createdAt, _id: UserId.parse(_id) } : null;
};
