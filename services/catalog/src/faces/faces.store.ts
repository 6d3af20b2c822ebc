import type { StoreKit } from '@satrangi/chassis';
import { liveTypes, type TitleScript } from '@satrangi/contracts';
import { Schema } from 'mongoose';

export type Face = {
  /** Of the pieces it was cut for. */
  readonly key: string;
  /** Where the storage port keeps the file: the SHA-256 of its bytes. */
  readonly file: string;
  readonly bytes: number;
  readonly unicodeRange: string;
};
type Faces = { _id: TitleScript; faces: Face[] };

/** Pages opened before a change still ask for the face they know; and a title taken back finds its face. */
const KEPT = 8;

const schema = new Schema<Faces>(
  {
    _id: { type: String, required: true },
    faces: {
      type: [{ _id: false, key: String, file: String, bytes: Number, unicodeRange: String }],
      default: undefined,
    },
  },
  { versionKey: false },
);

export type FacesStore = ReturnType<typeof facesStore>;

/** The faces of each script that were made, newest first. */
export const facesStore = (store: StoreKit) => {
  const scripts = store.aggregate<Faces>('title-faces', schema);
  return {
    all: async (): Promise<Map<TitleScript, readonly Face[]>> => {
      const found = await scripts.model.find({}).lean<Faces[]>();
      return new Map(found.map(({ _id, faces }) => [_id, faces]));
    },
    /** Whether a file is the face of some script. */
    has: async (file: string): Promise<boolean> =>
      (await scripts.model.exists({ 'faces.file': file })) !== null,
    /** Keeps a face and says so; another process that made it for the same pieces has said it already. */
    add: async (script: TitleScript, face: Face): Promise<void> => {
      const live = [
        {
          message: { type: liveTypes.titleFacesUpdated, id: script },
          audience: { to: 'everyone' as const },
        },
      ];
      await scripts.change(
        { _id: script, 'faces.key': { $ne: face.key } },
        { $push: { faces: { $each: [face], $position: 0, $slice: KEPT } } },
        { upsert: true, live },
      );
    },
  };
};
