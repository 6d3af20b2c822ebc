import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import { isDuplicateKey } from './duplicate-key.ts';

type Versioned = { readonly _id: string; readonly version: number };

/**
 * Writes one document of a versioned projection unless the stored version is at least as high. Safe for events that
 * arrive twice, concurrently or out of order.
 * @param document the document to insert when none is stored
 * @param fields the fields to overwrite when an older version is stored
 * @returns true when the document was written; false when the stored version is as high or higher
 */
export const upsertNewerVersion = async <T extends Versioned>(
  model: Model<T>,
  document: T,
  fields: Partial<T> = document,
): Promise<boolean> => {
  // mongoose cannot derive the filter type of a generic T; `Versioned` has both fields
  const older = { _id: document._id, version: { $lt: document.version } } as unknown as QueryFilter<T>;
  const { _id: _immutable, ...changed } = fields;
  // mongoose cannot derive the update type of a generic T; `changed` is a Partial<T>
  const update = { $set: changed } as unknown as UpdateQuery<T>;
  const replaceOlder = async (): Promise<boolean> => (await model.updateOne(older, update)).matchedCount > 0;

  if (await replaceOlder()) return true;
  try {
    await model.create(document);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // A document exists. A concurrent insert may have stored an older version.
    return replaceOlder();
  }
};
