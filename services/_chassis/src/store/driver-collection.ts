import type { Model } from 'mongoose';

/**
 * The driver's collection of a model, for hot paths. Queries bypass casting and hydration of mongoose, so filters and
 * documents must have their stored types.
 */
export const driverCollection = <T extends { _id: string }>(model: Model<T>) =>
  model.db.collection<T>(model.collection.name);
