import { type TitleScript, titleScripts } from '@satrangi/contracts';
import type { ShelfBook } from '../shelf/shelf.ts';
import { keyOfPieces, piecesOf, titleTextsOf } from './faces.rules.ts';

/** What the face of a script must be able to set. */
export type Wanted = {
  readonly script: TitleScript;
  readonly key: string;
  readonly pieces: readonly string[];
};

export type TitleTexts = ReturnType<typeof openTitleTexts>;

/**
 * The titles and names that faces are cut for. Those of withdrawn items stay: their owners see them in the library, and
 * a face without their shapes would set them wrongly.
 */
export const openTitleTexts = () => {
  const known = new Map<string, string>();
  let changes = 0;
  let wanted: { readonly at: number; readonly faces: readonly Wanted[] } | undefined;

  const wantedNow = (): readonly Wanted[] => {
    const texts = [...known.values()];
    return titleScripts.flatMap((script) => {
      const pieces = piecesOf(script, texts);
      return pieces.length > 0 ? [{ script, key: keyOfPieces(pieces), pieces }] : [];
    });
  };

  return {
    /** Told of an item in its newest version. */
    put: ({ item }: Pick<ShelfBook, 'item'>): void => {
      const text = titleTextsOf(item).join('\n');
      if (text === (known.get(item._id) ?? '')) return;
      known.set(item._id, text);
      changes += 1;
    },
    /** Grows with every text that changed. */
    changes: (): number => changes,
    wanted: (): readonly Wanted[] => {
      if (wanted?.at !== changes) wanted = { at: changes, faces: wantedNow() };
      return wanted.faces;
    },
  };
};
