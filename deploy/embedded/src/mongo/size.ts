import { MongoError } from './errors.ts';

const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** Refuses what is too large to be kept. The encoder has room for little more and fills the rest with anything. */
export const checkSize = (raw: Uint8Array): void => {
  if (raw.length > MAX_DOCUMENT_BYTES)
    throw new MongoError(
      10334,
      `BSONObj size: ${raw.length} is invalid. Size must be between 0 and 16793600(16MB)`,
    );
};
