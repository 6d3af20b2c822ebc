import { Readable } from 'node:stream';
import type { Clock, FileStore, Logger } from '@satrangi/chassis';
import type { AnswerOf, catalogApi } from '@satrangi/contracts';
import type { CutFace } from './cut-face.ts';
import type { CutOrder } from './cutter.ts';
import { unicodeRangeOf } from './faces.rules.ts';
import type { Face, FacesStore } from './faces.store.ts';
import type { TitleTexts, Wanted } from './title-texts.ts';

/** Titles that no face could be cut for are tried again after this long. */
const REST_MS = 10 * 60_000;

const MIME_TYPE = 'font/woff2';

type Needs = {
  readonly faces: FacesStore;
  readonly texts: TitleTexts;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly cut: (order: CutOrder, signal: AbortSignal) => Promise<CutFace>;
  /** Reads what others wrote lately: a replica that is behind would cut for titles of yesterday. */
  readonly catchUp: () => Promise<void>;
};

/** Sees to it that each script has a face for its titles as they are now. */
export const keepFaces = ({ faces, texts, files, clock, log, cut, catchUp }: Needs) => {
  /** How far the texts had changed when nothing was lacking. */
  let settled = 0;
  const resting = new Map<string, number>();

  /** What is wanted, each with its face or without. */
  const standing = async (): Promise<(Wanted & { readonly face: Face | undefined })[]> => {
    const made = await faces.all();
    return texts.wanted().map((wanted) => {
      const face = made.get(wanted.script)?.find(({ key }) => key === wanted.key);
      return { ...wanted, face };
    });
  };
  const lacking = async (): Promise<Wanted[]> => (await standing()).filter(({ face }) => !face);

  /** Safe at the same time in several processes: the same titles give the same bytes, and one says so. */
  const makeOne = async ({ script, key, pieces }: Wanted, signal: AbortSignal): Promise<boolean> => {
    if ((resting.get(key) ?? 0) > clock.now().getTime()) return false;
    try {
      const { font, letters } = await cut({ script, pieces }, signal);
      const { key: file, bytes } = await files.put(Readable.from([font]), { mimeType: MIME_TYPE });
      await faces.add(script, { key, file, bytes, unicodeRange: unicodeRangeOf(letters) });
      log.info({ script, bytes }, 'face of titles made');
      return true;
    } catch (err) {
      if (signal.aborted) throw err;
      resting.set(key, clock.now().getTime() + REST_MS);
      log.warn({ err, script }, 'no face for these titles; pages use the one of the whole script');
      return false;
    }
  };

  return {
    /** Faces that have every title there is; a script whose face is not made yet is left out. */
    current: async (): Promise<AnswerOf<(typeof catalogApi)['listTitleFaces']>> => ({
      faces: (await standing()).flatMap(({ script, face }) =>
        face
          ? [
              {
                script,
                url: `/api/title-faces/${face.file}`,
                unicodeRange: face.unicodeRange,
                bytes: face.bytes,
              },
            ]
          : [],
      ),
    }),

    /** Makes what is lacking. Costs nothing while no title changed. */
    make: async (signal: AbortSignal): Promise<void> => {
      if (texts.changes() === settled) return;
      if ((await lacking()).length > 0) await catchUp();
      const changes = texts.changes();
      let all = true;
      for (const wanted of await lacking()) all = (await makeOne(wanted, signal)) && all;
      if (all) settled = changes;
    },
  };
};
