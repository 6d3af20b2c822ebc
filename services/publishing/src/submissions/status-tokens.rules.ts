import { createHmac, timingSafeEqual } from 'node:crypto';

const signatureOf = (secret: string, submissionId: string): string =>
  createHmac('sha256', secret).update(`status\n${submissionId}`).digest('base64url');

/** The private token of an author: the id of the submission and its signature. */
export const statusToken = (secret: string, submissionId: string): string =>
  `${submissionId}.${signatureOf(secret, submissionId)}`;

/** The private page of a submission. The token is in the fragment, which reaches no server, proxy or referrer. */
export const statusUrl = (secret: string, publicUrl: string, submissionId: string): string =>
  new URL(`/publishing/status#t=${statusToken(secret, submissionId)}`, publicUrl).href;

/** @returns the submission of a token that one of these secrets signed, else null */
export const submissionOfToken = (secrets: readonly string[], token: string): string | null => {
  const [id = '', signature = '', ...more] = token.split('.');
  if (!id || !signature || more.length > 0) return null;
  const given = Buffer.from(signature);
  const isSigned = secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(secret, id));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned ? id : null;
};
