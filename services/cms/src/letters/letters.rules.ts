import type { Letter, UserId } from '@satrangi/contracts';

/** A draft. `text` is the id of its text; `version` counts writes, for optimistic locking. */
export type StoredLetter = {
  _id: string;
  subject: string;
  preheader: string;
  text: string;
  createdAt: string;
  updatedAt: string;
  by: UserId | null;
  version: number;
  /** Digest of the request that created it (Idempotency-Key). */
  requestKey?: string;
};

export const letterResponse = (
  { _id, subject, preheader, createdAt, updatedAt }: StoredLetter,
  content: string,
): Letter => ({ _id, subject, preheader, content, createdAt, updatedAt });
