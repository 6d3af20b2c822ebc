import type { Model } from 'mongoose';

/**
 * The driver's collection behind a model. For hot paths: queries skip mongoose's casting and hydration, so filters and
 * documents must have their stored types already.
 */
export const driverCollection = <T extends { _id: string }>(model: Model<T>) =>
  model.db.collection<T>(model.collection.name);
