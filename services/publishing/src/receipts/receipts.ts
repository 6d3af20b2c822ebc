import { sign, verify } from 'node:crypto';
import { type CustodyReceipt, receiptText } from '@satrangi/contracts';
import { receiptKeyOf } from './receipt-keys.rules.ts';

export type Receipts = ReturnType<typeof createReceipts>;

/**
 * Signs and checks statements about files (BEY-10).
 * @param secrets the first one signs; signatures of the others stay valid
 */
export const createReceipts = ([secret = '', ...old]: readonly string[]) => {
  const current = receiptKeyOf(secret);
  const keys = [current, ...old.map(receiptKeyOf)];
  return {
    issue: (statement: Pick<CustodyReceipt, 'kind' | 'number' | 'sha256' | 'at'>): CustodyReceipt => {
      const content = { ...statement, keyId: current.keyId };
      const signature = sign(null, Buffer.from(receiptText(content)), current.privateKey);
      return { ...content, signature: signature.toString('base64url') };
    },
    isSigned: (receipt: CustodyReceipt): boolean => {
      const key = keys.find(({ keyId }) => keyId === receipt.keyId);
      const signature = Buffer.from(receipt.signature, 'base64url');
      return key !== undefined && verify(null, Buffer.from(receiptText(receipt)), key.publicKey, signature);
    },
    publicKeys: keys.map(({ keyId, x }) => ({
      kty: 'OKP' as const,
      crv: 'Ed25519' as const,
      kid: keyId,
      x,
    })),
  };
};
