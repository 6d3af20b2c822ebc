import { UserId, type UserRow } from '@satrangi/contracts';
import type { Account } from '../accounts/accounts.rules.ts';

export type Place = { readonly createdAt: string; readonly _id: UserId };

export const rowOf = ({ _id, name, email, role, createdAt }: Account): UserRow => ({
  _id,
  name,
  email: email ?? null,
  role,
  createdAt,
});

export const cursorOf = ({ createdAt, _id }: { readonly createdAt: string; readonly _id: string }): string =>
  Buffer.from(`${createdAt} ${_id}`).toString('base64url');

/** Null for what is no cursor of ours. */
export const placeOf = (cursor: string): Place | null => {
  const [createdAt = '', _id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const isOurs = rest.length === 0 && !Number.isNaN(Date.parse(createdAt)) && /^[\w-]{1,64}$/.test(_id);
  return isOurs ? { createdAt, _id: UserId.parse(_id) } : null;
};
