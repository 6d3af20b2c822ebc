import type { OutboxMessages, ServiceStore } from '@satrangi/chassis';
import type { FileWarning, ManuscriptKind, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { ScanVerdict } from '../inspection/virus-scanner.ts';

/** A checked file of an author; its bytes are on the disk. */
export type Upload = {
  _id: string;
  kind: ManuscriptKind;
  bytes: number;
  sha256: string;
  warnings: FileWarning[];
  scan: ScanVerdict;
  /** When the virus scanner checked it again. */
  scannedAt?: Date | null;
  /** `drive`: a copy is in Drive, too. */
  store: 'disk' | 'drive';
  /** Reserved before the copy begins. */
  driveFileId: string | null;
  /** A copy to Drive may run until then. */
  copyUntil?: Date | null;
  at: Date;
  openings: { at: string; by: UserId | null }[];
  /** It is about to be removed. */
  isLeaving: boolean;
};

const OPENINGS_MAX = 200;

const schema = new Schema<Upload>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    bytes: { type: Number, required: true },
    sha256: { type: String, required: true },
    warnings: { type: [String], default: [] },
    scan: { type: String, required: true },
    scannedAt: { type: Date, default: null },
    store: { type: String, required: true },
    driveFileId: { type: String, default: null },
    copyUntil: { type: Date, default: null },
    at: { type: Date, required: true },
    openings: { type: Schema.Types.Mixed, default: () => [] },
    isLeaving: { type: Boolean, default: false },
  },
  { versionKey: false },
).index({ at: 1 });

export type UploadsStore = ReturnType<typeof uploadsStore>;

export const uploadsStore = (store: ServiceStore) => {
  const uploads = store.aggregate<Upload>('uploads', schema);
  const { model } = uploads;
  return {
    /** @returns false when it exists already */
    add: (upload: Upload, messages: OutboxMessages = {}): Promise<boolean> =>
      uploads.create(upload, messages),
    byId: (id: string): Promise<Upload | null> => model.findById(id).lean<Upload>(),
    byIds: (ids: readonly string[]): Promise<Upload[]> =>
      model.find({ _id: { $in: [...ids] } }).lean<Upload[]>(),
    /** Bytes of all manuscripts on the disk. */
    bytesOnDisk: async (): Promise<number> => {
      const [sum] = await model.aggregate<{ bytes: number }>([
        { $group: { _id: null, bytes: { $sum: '$bytes' } } },
      ]);
      return sum?.bytes ?? 0;
    },
    recordOpening: async (id: string, opening: Upload['openings'][number]): Promise<void> => {
      await model.updateOne(
        { _id: id },
        { $push: { openings: { $each: [opening], $slice: -OPENINGS_MAX } } },
      );
    },
    change: (id: string, set: Partial<Upload>): Promise<Upload | null> =>
      uploads.change({ _id: id }, { $set: set }),
    /** Marks an upload that is about to be removed. @returns null when it is gone */
    leave: (id: string): Promise<Upload | null> =>
      model
        .findOneAndUpdate({ _id: id }, { $set: { isLeaving: true } }, { returnDocument: 'after' })
        .lean<Upload>(),
    /** Leases an upload for its copy. @returns false when another process copies or removes it */
    beginCopy: async (
      { _id, driveFileId: before }: Pick<Upload, '_id' | 'driveFileId'>,
      driveFileId: string,
      now: Date,
      copyUntil: Date,
    ): Promise<boolean> => {
      const isFree = { $or: [{ copyUntil: null }, { copyUntil: { $lte: now } }] };
      const begun = await model.updateOne(
        { _id, store: 'disk', isLeaving: false, driveFileId: before, ...isFree },
        { $set: { driveFileId, copyUntil } },
      );
      return begun.modifiedCount === 1;
    },
    /** The file that has waited longest for the virus scanner, once in a round that began at `start`. */
    takeUnscanned: (start: Date, now: Date): Promise<Upload | null> =>
      model
        .findOneAndUpdate(
          {
            scan: 'unscanned',
            isLeaving: false,
            $or: [{ scannedAt: null }, { scannedAt: { $lt: start } }],
          },
          { $set: { scannedAt: now } },
          { sort: { scannedAt: 1 } },
        )
        .lean<Upload>(),
    /** Ids of uploads from before a time. */
    before: async (time: Date): Promise<string[]> =>
      (await model.find({ at: { $lt: time } }, { _id: 1 }).lean<Pick<Upload, '_id'>[]>()).map(
        ({ _id }) => _id,
      ),
    known: async (ids: readonly string[]): Promise<Set<string>> =>
      new Set(
        (await model.find({ _id: { $in: [...ids] } }, { _id: 1 }).lean<{ _id: string }[]>()).map(
          ({ _id }) => _id,
        ),
      ),
    remove: async (id: string): Promise<void> => {
      await uploads.remove({ _id: id });
    },
    eraseAdmin: async (userId: UserId): Promise<void> => {
      await model.updateMany(
        { 'openings.by': userId },
        { $set: { 'openings.$[own].by': null } },
        { arrayFilters: [{ 'own.by': userId }] },
      );
    },
  };
};
