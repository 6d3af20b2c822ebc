import { isSigned, signatureOf } from '../base/signature.ts';

const contentOf = (purpose: string, text: string): Buffer => Buffer.from(`${purpose}:${text}`);

/** A text for an address that only this platform can have written: `<base64url>.<signature>`. */
export const signText = (secret: string, purpose: string, text: string): string =>
  `${Buffer.from(text).toString('base64url')}.${signatureOf(secret, contentOf(purpose, text))}`;

/** The text of `signText` for the same purpose; null for any other. */
export const readSignedText = (secret: string, purpose: string, signed: string): string | null => {
  const [encoded = '', signature] = signed.split('.');
  const text = Buffer.from(encoded, 'base64url').toString();
  return isSigned(secret, contentOf(purpose, text), signature) ? text : null;
};
