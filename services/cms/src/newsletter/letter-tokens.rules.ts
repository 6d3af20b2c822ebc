import { createHmac, timingSafeEqual } from 'node:crypto';

type Purpose = 'confirm' | 'leave';

const signatureOf = (secret: string, purpose: Purpose, subscriberId: string): string =>
  createHmac('sha256', secret).update(`${purpose}\n${subscriberId}`).digest('base64url');

/** The token of a link in a mail: the subscriber's id and its signature. It contains no address. */
export const letterToken = (secret: string, purpose: Purpose, subscriberId: string): string =>
  `${subscriberId}.${signatureOf(secret, purpose, subscriberId)}`;

/** @returns the subscriber of a token that one of these secrets signed for this purpose, else null */
export const subscriberOfToken = (
  secrets: readonly string[],
  purpose: Purpose,
  token: string,
): string | null => {
  const [id = '', signature = '', ...more] = token.split('.');
  if (!id || !signature || more.length > 0) return null;
  const given = Buffer.from(signature);
  const isSigned = secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(secret, purpose, id));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned ? id : null;
};
