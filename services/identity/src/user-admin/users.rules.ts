import { createHmac } from 'node:crypto';
import { maskedEmail, UserId, type UserRow } from '@satrangi/contracts';
import type { Account } from '../accounts/accounts.rules.ts';

/** The sort key after which a page starts. */
export type PagePosition = {
  readonly createdAt: string;
  readonly _id: UserId;
  /** Among the names that only sound like the search, which follow those with its letters. */
  readonly isSimilar?: true;
};

const SIMILAR = 'similar';

const REVISION_LENGTH = 16;

/**
 * The revision for `If-Match`: it changes with the fields that an edit replaces, not with a login or a new password. It
 * is keyed, so guesses of a masked email cannot be compared with it.
 */
export const revisionOf = (secret: string, { _id, name, email, role }: Account): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['user revision', _id, name, email ?? null, role]))
    .digest('base64url')
    .slice(0, REVISION_LENGTH);

/** The view of an account in user administration. @param secret of the revision */
export const toUserRow =
  (secret: string) =>
  (account: Account): UserRow => {
    const { _id, name, email, role, createdAt } = account;
    return { _id, name, email: email ?? null, role, createdAt, revision: revisionOf(secret, account) };
  };

/** A row of a list that is only looked through. @param secret of the revision */
export const toMaskedRow =
  (secret: string) =>
  (account: Account): UserRow => {
    const row = toUserRow(secret)(account);
    return { ...row, email: row.email === null ? null : maskedEmail(row.email) };
  };

export const cursorOf = ({
  createdAt,
  _id,
  isSimilar,
}: {
  readonly createdAt: string;
  readonly _id: string;
  readonly isSimilar?: true;
}): string => Buffer.from([createdAt, _id, ...(isSimilar ? [SIMILAR] : [])].join(' ')).toString('base64url');

/** @returns null for a cursor that this service did not issue */
export const parseCursor = (cursor: string): PagePosition | null => {
  const [createdAt = '', _id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const isSimilar = rest[0] === SIMILAR;
  const isValid =
    rest.length === (isSimilar ? 1 : 0) && !Number.isNaN(Date.parse(createdAt)) && /^[\w-]{1,64}$/.test(_id);
  if (!isValid) return null;
  return { createdAt, _id: UserId.parse(_id), ...(isSimilar && { isSimilar }) };
};
