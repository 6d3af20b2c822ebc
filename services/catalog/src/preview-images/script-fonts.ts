import { fileURLToPath } from 'node:url';
import type { GlobalFonts as FontRegistry } from '@napi-rs/canvas';

type ScriptFont = { readonly family: string; readonly script: string; readonly file: string };

const anek = (family: string, subset: string, script: string, axes = 'wght'): ScriptFont => ({
  family: `Preview ${family} ${subset}`,
  script,
  file: `anek-${family}/files/anek-${family}-${subset}-${axes}-normal.woff2`,
});

/** The fonts of preview images, in the order in which a letter is looked up. */
const fonts: readonly ScriptFont[] = [
  anek('latin', 'latin', 'Latin', 'standard'),
  anek('latin', 'latin-ext', 'Latin', 'standard'),
  anek('latin', 'vietnamese', 'Latin', 'standard'),
  anek('devanagari', 'devanagari', 'Devanagari'),
  anek('bangla', 'bengali', 'Bengali'),
  anek('gurmukhi', 'gurmukhi', 'Gurmukhi'),
  anek('gujarati', 'gujarati', 'Gujarati'),
  anek('odia', 'oriya', 'Oriya'),
  anek('tamil', 'tamil', 'Tamil'),
  anek('telugu', 'telugu', 'Telugu'),
  anek('kannada', 'kannada', 'Kannada'),
  anek('malayalam', 'malayalam', 'Malayalam'),
  {
    family: 'Preview Nastaliq',
    script: 'Arabic',
    file: 'noto-nastaliq-urdu/files/noto-nastaliq-urdu-arabic-wght-normal.woff2',
  },
];

/** The families in the order of CSS. */
export const FAMILIES = fonts.map(({ family }) => `"${family}"`).join(', ');

export const registerFonts = (registry: typeof FontRegistry): void => {
  for (const { family, file } of fonts)
    if (
      !registry.registerFromPath(fileURLToPath(import.meta.resolve(`@fontsource-variable/${file}`)), family)
    )
      throw new Error(`the font ${file} cannot be read`);
};

const letters = [...new Set(fonts.map(({ script }) => `\\p{Script=${script}}`))].join('');
/** Letters that no font has. */
const uncovered = new RegExp(`[^${letters}\\p{Script=Common}\\p{Script=Inherited}]`, 'u');
const pictures =
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d(?=\p{Extended_Pictographic})|\ufe0f|\u20e3/gu;
/** Signs that count as pictographic in Unicode, and that fonts of text have. */
const textSigns: readonly string[] = ['©', '®', '™'];

/**
 * The text as the fonts can draw it: without emoji and control characters. Empty for a text with letters of another script:
 * boxes would mislead.
 */
export const drawableText = (text: string): string => {
  const plain = text
    .normalize('NFC')
    .replace(pictures, (sign) => (textSigns.includes(sign) ? sign : ''))
    .replace(/[\p{Cc}\p{Co}\p{Cn}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return uncovered.test(plain) ? '' : plain;
};

export type ScriptStyle = {
  /** The weight of titles. */
  readonly weight: number;
  readonly lineHeight: number;
  /** Only Latin is narrow: spaces come from its font, and narrow ones join the words of other scripts. */
  readonly isNarrow: boolean;
  readonly isRightToLeft: boolean;
};

/** How a title of a script is set, as on covers. The first letter decides the direction, as in HTML with `dir="auto"`. */
export const scriptStyleOf = (text: string): ScriptStyle => {
  const isRightToLeft = /^\P{L}*\p{Script=Arabic}/u.test(text);
  if (/\p{Script=Arabic}/u.test(text)) return { weight: 600, lineHeight: 2, isNarrow: false, isRightToLeft };
  const isNarrow = !/(?=\p{L})\P{Script=Latin}/u.test(text);
  return { weight: isNarrow ? 800 : 600, lineHeight: isNarrow ? 1 : 1.3, isNarrow, isRightToLeft };
};
