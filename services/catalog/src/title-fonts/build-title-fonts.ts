import { Readable } from 'node:stream';
import type { Clock, FileStore, Logger } from '@satrangi/chassis';
import type { AnswerOf, catalogApi } from '@satrangi/contracts';
import type { SubsetRequest } from './font-subsetter.ts';
import type { FontSubset } from './subset-font.ts';
import { unicodeRangeOf } from './title-fonts.rules.ts';
import type { TitleFont, TitleFontsStore } from './title-fonts.store.ts';
import type { RequiredFont, TitleTexts } from './title-texts.ts';

/** The retry delay after a failed build. */
const RETRY_MS = 10 * 60_000;

const MIME_TYPE = 'font/woff2';

type Deps = {
  readonly fonts: TitleFontsStore;
  readonly texts: TitleTexts;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly subset: (request: SubsetRequest, signal: AbortSignal) => Promise<FontSubset>;
  /** Syncs the catalog index, so that a replica with stale titles does not build an outdated font. */
  readonly catchUp: () => Promise<void>;
};

/** Builds and lists the title fonts: one font subset per script, for the current titles. */
export const createTitleFontBuilder = ({ fonts, texts, files, clock, log, subset, catchUp }: Deps) => {
  /** The value of `texts.changes()` for which all fonts exist. */
  let builtChanges = 0;
  const retryAt = new Map<string, number>();

  /** The required fonts, each with its built font or undefined. */
  const requiredFonts = async (): Promise<(RequiredFont & { readonly font: TitleFont | undefined })[]> => {
    await texts.settle();
    const built = await fonts.all();
    return texts.required().map((required) => {
      const font = built.get(required.script)?.find(({ key }) => key === required.key);
      return { ...required, font };
    });
  };
  const missingFonts = async (): Promise<RequiredFont[]> =>
    (await requiredFonts()).filter(({ font }) => !font);

  /** Safe in several processes at once: the same titles give the same bytes, and only one write succeeds. */
  const buildOne = async ({ script, key, pieces }: RequiredFont, signal: AbortSignal): Promise<boolean> => {
    if ((retryAt.get(key) ?? 0) > clock.now().getTime()) return false;
    try {
      const { font, letters } = await subset({ script, pieces }, signal);
      const { key: file, bytes } = await files.put(Readable.from([font]), { mimeType: MIME_TYPE });
      await fonts.add(script, { key, file, bytes, unicodeRange: unicodeRangeOf(letters) });
      log.info({ script, bytes }, 'title font built');
      return true;
    } catch (err) {
      if (signal.aborted) throw err;
      retryAt.set(key, clock.now().getTime() + RETRY_MS);
      log.warn({ err, script }, 'title font build failed, pages use the full font');
      return false;
    }
  };

  return {
    /** The fonts that cover every current title. A script without a finished font is left out. */
    current: async (): Promise<AnswerOf<(typeof catalogApi)['listTitleFonts']>> => ({
      faces: (await requiredFonts()).flatMap(({ script, font }) =>
        font
          ? [
              {
                script,
                url: `/api/title-faces/${font.file}`,
                unicodeRange: font.unicodeRange,
                bytes: font.bytes,
              },
            ]
          : [],
      ),
    }),

    /** The job: builds missing fonts. Does nothing while no title has changed. */
    build: async (signal: AbortSignal): Promise<void> => {
      await texts.settle();
      if (texts.changes() === builtChanges) return;
      if ((await missingFonts()).length > 0) await catchUp();
      const changes = texts.changes();
      let isComplete = true;
      for (const required of await missingFonts())
        isComplete = (await buildOne(required, signal)) && isComplete;
      if (isComplete) builtChanges = changes;
    },
  };
};
