/** Names of scripts without an embedded font. */
const scriptNames: readonly (readonly [script: string, name: string])[] = [
  ['Han', 'Chinese characters'],
  ['Hiragana', 'Japanese letters'],
  ['Katakana', 'Japanese letters'],
  ['Hangul', 'Korean letters'],
  ['Thai', 'Thai letters'],
  ['Lao', 'Lao letters'],
  ['Khmer', 'Khmer letters'],
  ['Myanmar', 'Burmese letters'],
  ['Sinhala', 'Sinhala letters'],
  ['Tibetan', 'Tibetan letters'],
  ['Meetei_Mayek', 'Meitei letters'],
  ['Ol_Chiki', 'Santali letters'],
  ['Thaana', 'Dhivehi letters'],
  ['Hebrew', 'Hebrew letters'],
  ['Ethiopic', 'Ethiopic letters'],
  ['Armenian', 'Armenian letters'],
  ['Georgian', 'Georgian letters'],
];
const known = scriptNames.map(([script, name]) => ({ of: new RegExp(`\\p{Script=${script}}`, 'u'), name }));

/** The replacement text of a letter that no font has. */
export const scriptName = (letter: string): string => {
  if (/\p{Extended_Pictographic}/u.test(letter)) return 'emoji';
  const script = known.find(({ of }) => of.test(letter))?.name;
  return script ?? (/[\p{L}\p{M}]/u.test(letter) ? 'letters of another script' : 'symbol');
};

/** Directional formatting characters and control characters. */
const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\ufeff]|\p{Cc}|\p{Cs}|\p{Co}/gu;

/** Normalises a text to one line that cannot reorder the text around it. */
const withoutControls = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(controls, '').normalize('NFC').trim();

/** Isolates the direction of a part of a line: FIRST STRONG ISOLATE to POP DIRECTIONAL ISOLATE. */
export const isolated = (text: string): string => `\u2068${withoutControls(text)}\u2069`;
