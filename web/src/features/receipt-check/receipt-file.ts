import type { CustodyReceipt } from '@satrangi/contracts';

const fields = ['kind', 'number', 'sha256', 'at', 'keyId', 'signature'] as const;

/** The receipt in a text; null when it is none. Whether it is signed, the server says. */
export const receiptOf = (text: string): CustodyReceipt | null => {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null) return null;
    const values = fields.map((name) => [name, (parsed as Record<string, unknown>)[name]] as const);
    const isComplete = values.every(([, value]) => typeof value === 'string');
    const receipt = Object.fromEntries(values) as CustodyReceipt;
    return isComplete && ['custody', 'deletion'].includes(receipt.kind) ? receipt : null;
  } catch {
    return null;
  }
};

/** The SHA-256 of a file, computed in the browser. Undefined where browsers offer no hash: on plain http. */
export const hashOf = async (file: Blob): Promise<string | undefined> => {
  const { subtle } = globalThis.crypto;
  if (!subtle) return undefined;
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};
