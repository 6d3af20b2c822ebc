import type { ServiceStore } from '@satrangi/chassis';
import { liveTypes, type TitleScript } from '@satrangi/contracts';
import { Schema } from 'mongoose';

export type TitleFont = {
  /** Identifies the pieces it was built for. */
  readonly key: string;
  /** The key in the file store: the SHA-256 of the bytes. */
  readonly file: string;
  readonly bytes: number;
  readonly unicodeRange: string;
};
type ScriptFonts = { _id: TitleScript; faces: TitleFont[] };

/** Older fonts stay available: for open pages, and for titles that change back. */
const MAX_FONTS = 8;

const schema = new Schema<ScriptFonts>(
  {
    _id: { type: String, required: true },
    faces: {
      type: [{ _id: false, key: String, file: String, bytes: Number, unicodeRange: String }],
      default: undefined,
    },
  },
  { versionKey: false },
);

export type TitleFontsStore = ReturnType<typeof titleFontsStore>;

/** The built fonts of each script, newest first. */
export const titleFontsStore = (store: ServiceStore) => {
  const scripts = store.aggregate<ScriptFonts>('title-faces', schema);
  return {
    all: async (): Promise<Map<TitleScript, readonly TitleFont[]>> => {
      const found = await scripts.model.find({}).lean<ScriptFonts[]>();
      return new Map(found.map(({ _id, faces }) => [_id, faces]));
    },
    /** True when the file is a title font. */
    has: async (file: string): Promise<boolean> =>
      (await scripts.model.exists({ 'faces.file': file })) !== null,
    /** Stores a font and sends a live message. Does nothing when another process has stored it. */
    add: async (script: TitleScript, font: TitleFont): Promise<void> => {
      const live = [
        {
          message: { type: liveTypes.titleFontsUpdated, id: script },
          audience: { to: 'everyone' as const },
        },
      ];
      await scripts.change(
        { _id: script, 'faces.key': { $ne: font.key } },
        { $push: { faces: { $each: [font], $position: 0, $slice: MAX_FONTS } } },
        { upsert: true, live },
      );
    },
  };
};
