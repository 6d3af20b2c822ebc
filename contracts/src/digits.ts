/** The zeros of the scripts of the catalog; the other nine digits follow each of them in Unicode. */
const zeros = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
] as const;

/** Digits of Indic and Arabic scripts as 0 to 9. */
export const asciiDigits = (text: string): string =>
  text.replace(/\P{ASCII}/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const zero = zeros.find((at) => code >= at && code < at + 10);
    return zero === undefined ? letter : String(code - zero);
  });
