import type { KeyLine } from '@satrangi/kit';

/** Everything the keyboard can do in the audio player. */
export type AudioAction =
  | 'toggle'
  | 'back'
  | 'forward'
  | 'louder'
  | 'quieter'
  | 'faster'
  | 'slower'
  | 'chapters'
  | 'mute'
  | 'extend-sleep';

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

const arrows: Record<string, readonly [plain: AudioAction, shifted: AudioAction | undefined]> = {
  ArrowLeft: ['back', undefined],
  ArrowRight: ['forward', undefined],
  ArrowUp: ['louder', 'faster'],
  ArrowDown: ['quieter', 'slower'],
};

const letters: Record<string, AudioAction> = { l: 'chapters', m: 'mute', e: 'extend-sleep' };

/** The action of a key, or undefined. Single-key shortcuts can be switched off (WCAG 2.1.4). */
export const audioActionForKey = (
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyPress,
  singleKeys: boolean,
): AudioAction | undefined => {
  if (altKey || ctrlKey || metaKey) return undefined;
  if (key === ' ') return 'toggle';
  const arrow = arrows[key];
  if (arrow) return arrow[shiftKey ? 1 : 0];
  return singleKeys ? letters[key.toLowerCase()] : undefined;
};

export const audioKeyList: readonly KeyLine[] = [
  { keys: ['Space'], does: 'Play or pause' },
  { keys: ['←', '→'], does: 'Back 15 seconds, forward 30' },
  { keys: ['↑', '↓'], does: 'Louder, quieter' },
  { keys: ['Shift + ↑', 'Shift + ↓'], does: 'Faster, slower' },
  { keys: ['L'], does: 'Chapters' },
  { keys: ['M'], does: 'Sound on or off' },
  { keys: ['E'], does: 'Sleep timer: 5 minutes more' },
];
