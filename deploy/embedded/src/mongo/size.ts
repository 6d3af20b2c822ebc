import { MongoError } from './errors.ts';

const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** Refuses documents above the size limit. The encoder's buffer is hardly larger; its content beyond is undefined. */
export const checkSize = (raw: Uint8Array): void => {
  if (raw.length > MAX_DOCUMENT_BYTES)
    throw new MongoError(
      10334,
      `BSONObj size: ${raw.length} is invalid. Size must be between 0 and 16793600(16MB)`,
    );
};
