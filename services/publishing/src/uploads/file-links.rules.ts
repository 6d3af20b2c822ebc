import { createHmac, timingSafeEqual } from 'node:crypto';
import { FILE_LINK_PATH } from '@satrangi/contracts';

const signatureOf = (secret: string, uploadId: string): string =>
  createHmac('sha256', secret).update(`file\n${uploadId}`).digest('base64url');

/** The link of an uploaded file. Its signature is in the fragment, which reaches no server when the link is opened. */
export const fileLink = (secret: string, publicUrl: string, uploadId: string): string =>
  `${new URL(`${FILE_LINK_PATH}${uploadId}`, publicUrl).href}#${signatureOf(secret, uploadId)}`;

/** @returns the upload of a link that this site issued, else null (checklist PUB-15, PUB-16) */
export const uploadOfLink = (secrets: readonly string[], publicUrl: string, link: string): string | null => {
  const prefix = new URL(FILE_LINK_PATH, publicUrl).href;
  if (!link.startsWith(prefix)) return null;
  const [id = '', signature = '', ...more] = link.slice(prefix.length).split('#');
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id) || more.length > 0) return null;
  const given = Buffer.from(signature);
  const isIssued = secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(secret, id));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isIssued ? id : null;
};
