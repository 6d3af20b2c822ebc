import { setImmediate as nextTurn } from 'node:timers/promises';
import { type TitleScript, titleScripts } from '@satrangi/contracts';
import type { IndexEntry } from '../catalog-index/indexed-items.ts';
import { keyOf, piecesOf, titleTextsOf } from './title-fonts.rules.ts';

/** The texts that the font of one script must render. `key` identifies this set of pieces. */
export type RequiredFont = {
  readonly script: TitleScript;
  readonly key: string;
  readonly pieces: readonly string[];
};

export type TitleTexts = ReturnType<typeof createTitleTexts>;

type Texted = Pick<IndexEntry, 'sortKey' | 'traits'>;

/** Items whose texts are read in one turn: a few ms, when they have to be decoded. */
const READ_AT_ONCE = 100;

/** The titles and names that title fonts must render. Includes withdrawn items, because owners still see their titles. */
export const createTitleTexts = () => {
  const textById = new Map<string, string>();
  /** Items whose texts were not read yet. */
  const waiting = new Map<string, Texted>();
  let changes = 0;
  let cached: { readonly changes: number; readonly fonts: readonly RequiredFont[] } | undefined;

  const computeRequired = (): readonly RequiredFont[] => {
    const texts = [...textById.values()];
    return titleScripts.flatMap((script) => {
      const pieces = piecesOf(script, texts);
      return pieces.length > 0 ? [{ script, key: keyOf(pieces), pieces }] : [];
    });
  };

  const read = (id: string, { traits }: Texted): void => {
    waiting.delete(id);
    const text = titleTextsOf(traits).join('\n');
    if (text === (textById.get(id) ?? '')) return;
    textById.set(id, text);
    changes += 1;
  };

  return {
    /** Adds or updates an item; call it with the newest version. */
    put: (entry: Texted): void => void waiting.set(entry.sortKey.id, entry),
    /** Reads the texts of items that were put, while requests are answered in between. */
    settle: async (): Promise<void> => {
      let count = 0;
      for (const [id, entry] of waiting) {
        read(id, entry);
        count += 1;
        if (count % READ_AT_ONCE === 0) await nextTurn();
      }
    },
    /** A counter of changed texts, as of the last `settle`. */
    changes: (): number => changes,
    required: (): readonly RequiredFont[] => {
      if (cached?.changes !== changes) cached = { changes, fonts: computeRequired() };
      return cached.fonts;
    },
  };
};
