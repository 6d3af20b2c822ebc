import { createHash, createHmac } from 'node:crypto';
import { INVITATION_DAYS } from '@satrangi/contracts';

/**
 * A token in a mailed link. The store holds its hash and the id it is derived from; without the internal secret,
 * neither reveals the token.
 */
export type MailedToken = {
  readonly id: string;
  readonly hash: string;
  readonly expiresAt: Date;
};
export type MailedPurpose = 'reset' | 'new-email' | 'registration' | 'proof' | 'invitation';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long each link is valid (checklist IDN-33, IDN-34). */
export const mailedLifetimes = {
  reset: HOUR,
  'new-email': DAY,
  registration: DAY,
  proof: 14 * DAY,
  invitation: INVITATION_DAYS * DAY,
} as const;

/** 256 bits, URL-safe. Deterministic: a mail that is sent twice carries the same token. */
export const mailedTokenOf = (secret: string, purpose: MailedPurpose, id: string): string =>
  createHmac('sha256', secret).update(`mailed token\n${purpose}\n${id}`).digest('base64url');

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const newMailedToken = (
  secret: string,
  purpose: MailedPurpose,
  { id, now }: { readonly id: string; readonly now: Date },
): MailedToken => ({
  id,
  hash: hashOfToken(mailedTokenOf(secret, purpose, id)),
  expiresAt: new Date(now.getTime() + mailedLifetimes[purpose]),
});
