import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A signed challenge, `<id>.<expiry, seconds in base 36>.<bits>.<signature>`, and the client's solution. */
export type Proof = { readonly challenge: string; readonly answer: string };

export const CHALLENGE_MS = 10 * 60_000;
const CHALLENGE = /^([\w-]{22})\.([0-9a-z]{1,8})\.(\d{1,2})\.([\w-]{22})$/;

const signatureOf = (secret: string, signed: string): string =>
  createHmac('sha256', secret)
    .update(`registration\n${signed}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url');

/** @param bits the required leading zero bits of the digest: 2^bits tries on average */
export const newChallenge = (
  secret: string,
  { id, bits, now }: { readonly id: string; readonly bits: number; readonly now: Date },
): string => {
  const expiry = Math.floor((now.getTime() + CHALLENGE_MS) / 1_000).toString(36);
  const signed = `${id}.${expiry}.${bits}`;
  return `${signed}.${signatureOf(secret, signed)}`;
};

const leadingZeroBits = (digest: Buffer): number => {
  const byte = digest.findIndex((value) => value !== 0);
  return byte === -1 ? digest.length * 8 : byte * 8 + Math.clz32(digest[byte] ?? 0) - 24;
};

/** @returns the id of the solved challenge, which callers accept once; null for an invalid or expired one */
export const solvedChallenge = (secret: string, { challenge, answer }: Proof, now: Date): string | null => {
  const [, id, expiry, bits, signature] = CHALLENGE.exec(challenge) ?? [];
  if (id === undefined || expiry === undefined || bits === undefined || signature === undefined) return null;
  const expected = Buffer.from(signatureOf(secret, `${id}.${expiry}.${bits}`));
  if (!timingSafeEqual(expected, Buffer.from(signature))) return null;
  if (Number.parseInt(expiry, 36) * 1_000 <= now.getTime()) return null;
  const digest = createHash('sha256').update(`${challenge}:${answer}`).digest();
  return leadingZeroBits(digest) >= Number(bits) ? id : null;
};
