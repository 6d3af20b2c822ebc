import { letterWidths } from './letter-widths.ts';

/** The place of the sign that joins two letters in the block of a script; in Tamil it only takes the vowel of one. */
const VIRAMA = 0x4d;
const TAMIL = 0xb80 >> 7;
/** Scripts whose letters are as wide as those of another. */
const alike: Readonly<Record<number, number>> = { [0xa80 >> 7]: 0x900 >> 7, [0xc00 >> 7]: 0xc80 >> 7 };

/** Width of a text in its title font, in em: letters of one script differ by four times. Rounded up where letters join. */
export const widthOf = (text: string): number => {
  let width = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const block = code >> 7;
    const digits = letterWidths[alike[block] ?? block];
    const isHalf = block !== TAMIL && text.charCodeAt(at + 1) === (block << 7) + VIRAMA;
    if (digits) width += (Number.parseInt(digits[code & 127] ?? '5', 36) / 5) * (isHalf ? 0.6 : 1);
    else if (!/\p{Mn}/u.test(text.charAt(at))) width += code > 0x600 ? 0.5 : 0.44;
  }
  return width;
};
