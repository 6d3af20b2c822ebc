import { createHash, createHmac } from 'node:crypto';

/**
 * A token that travels by mail. Only its hash and the id it is made from are kept: without the secret of this house
 * neither gives the token away.
 */
export type MailedToken = {
  readonly id: string;
  readonly hash: string;
  readonly expiresAt: Date;
};
export type MailedPurpose = 'reset' | 'new-email' | 'registration' | 'proof';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long each link works (checklist IDN-33, IDN-34). */
export const mailedLifetimes = {
  reset: HOUR,
  'new-email': DAY,
  registration: DAY,
  proof: 14 * DAY,
} as const;

/** 256 bits, url-safe; always the same for one id, so that a mail that is sent twice says the same. */
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
