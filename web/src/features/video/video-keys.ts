import type { KeyLine } from '@satrangi/kit';

/** Everything the keyboard can do in a film. `share` is in tenths of the duration. */
export type VideoAction =
  | { readonly do: 'toggle' | 'captions' | 'full-screen' | 'mute' | 'faster' | 'slower' | 'keys' }
  | { readonly do: 'skip'; readonly seconds: number }
  | { readonly do: 'share'; readonly tenths: number };

type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

const SKIP_S = 10;

const always: Record<string, VideoAction> = {
  ' ': { do: 'toggle' },
  ArrowLeft: { do: 'skip', seconds: -SKIP_S },
  ArrowRight: { do: 'skip', seconds: SKIP_S },
};

const letters: Record<string, VideoAction> = {
  k: { do: 'toggle' },
  j: { do: 'skip', seconds: -SKIP_S },
  l: { do: 'skip', seconds: SKIP_S },
  c: { do: 'captions' },
  f: { do: 'full-screen' },
  m: { do: 'mute' },
  '<': { do: 'slower' },
  '>': { do: 'faster' },
  '?': { do: 'keys' },
};

/** The action of a key, or undefined. Single-key shortcuts can be switched off (WCAG 2.1.4). */
export const videoActionForKey = (
  { key, altKey, ctrlKey, metaKey }: KeyPress,
  singleKeys: boolean,
): VideoAction | undefined => {
  if (altKey || ctrlKey || metaKey) return undefined;
  const moves = always[key];
  if (moves || !singleKeys) return moves;
  if (/^\d$/.test(key)) return { do: 'share', tenths: Number(key) };
  return letters[key.toLowerCase()];
};

export const videoKeyList: readonly KeyLine[] = [
  { keys: ['Space', 'K'], does: 'Play or pause' },
  { keys: ['←', 'J'], does: 'Back 10 seconds' },
  { keys: ['→', 'L'], does: 'Forward 10 seconds' },
  { keys: ['0 … 9'], does: 'Jump: 0 is the start, 5 the middle' },
  { keys: ['C'], does: 'Captions on or off' },
  { keys: ['M'], does: 'Sound on or off' },
  { keys: ['<', '>'], does: 'Slower, faster' },
  { keys: ['F'], does: 'Full screen' },
];
