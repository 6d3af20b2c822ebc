import { z } from 'zod';
import { Instant } from './schemas.ts';

/**
 * A signed statement about one file: that it was received, or that it was deleted. It names no person and no title. The
 * signature (Ed25519, base64url) is over the other fields as JSON, in the order of this schema.
 */
export const CustodyReceipt = z.object({
  kind: z.enum(['custody', 'deletion']),
  number: z.string().max(20).describe('the number of the submission'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'That hash is not valid'),
  at: Instant.describe('when the file was received or deleted'),
  keyId: z.string().max(40),
  signature: z.string().max(200),
});
export type CustodyReceipt = z.infer<typeof CustodyReceipt>;

/** The text that is signed. */
export const receiptText = ({ kind, number, sha256, at, keyId }: Omit<CustodyReceipt, 'signature'>): string =>
  JSON.stringify({ kind, number, sha256, at, keyId });
