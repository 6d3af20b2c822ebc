import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';

/** The PKCS #8 header of an Ed25519 key (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_ID_LENGTH = 16;

export type ReceiptKey = {
  readonly keyId: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The public key as base64url. */
  readonly x: string;
};

/** Derives the signing key of receipts from a secret, so that all replicas have the same one. */
export const receiptKeyOf = (secret: string): ReceiptKey => {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'custody receipts', 32));
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey);
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const keyId = createHash('sha256').update(x).digest('base64url').slice(0, KEY_ID_LENGTH);
  return { keyId, privateKey, publicKey, x };
};
