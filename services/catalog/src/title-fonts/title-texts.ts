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

/** The titles and names that title fonts must render. Includes withdrawn items, because owners still see their titles. */
export const createTitleTexts = () => {
  const textById = new Map<string, string>();
  let changes = 0;
  let cached: { readonly changes: number; readonly fonts: readonly RequiredFont[] } | undefined;

  const computeRequired = (): readonly RequiredFont[] => {
    const texts = [...textById.values()];
    return titleScripts.flatMap((script) => {
      const pieces = piecesOf(script, texts);
      return pieces.length > 0 ? [{ script, key: keyOf(pieces), pieces }] : [];
    });
  };

  return {
    /** Adds or updates an item; call it with the newest version. */
    put: ({ item }: Pick<IndexEntry, 'item'>): void => {
      const text = titleTextsOf(item).join('\n');
      if (text === (textById.get(item._id) ?? '')) return;
      textById.set(item._id, text);
      changes += 1;
    },
    /** A counter of changed texts. */
    changes: (): number => changes,
    required: (): readonly RequiredFont[] => {
      if (cached?.changes !== changes) cached = { changes, fonts: computeRequired() };
      return cached.fonts;
    },
  };
};
