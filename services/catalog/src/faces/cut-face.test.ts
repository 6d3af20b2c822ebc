import { Blob, Buffer, Face, Font, shape } from 'harfbuzzjs';
import { expect, it } from 'vitest';
import { decompress } from 'wawoff2';
import { cutFace } from './cut-face.ts';
import { drawsAlike, lettersOf } from './shapes.ts';

const KB = 1_000;
const NOTHING = 0;

/** Numbers of the glyphs a font sets a text with. */
const glyphsOf = (bytes: Uint8Array, text: string): number[] => {
  const buffer = new Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(new Font(new Face(new Blob(new Uint8Array(bytes)))), buffer);
  return buffer.getGlyphInfos().map(({ codepoint }) => codepoint);
};
const cut = async (...args: Parameters<typeof cutFace>) => {
  const { font, letters } = await cutFace(...args);
  return { bytes: font.byteLength, letters, font: new Uint8Array(await decompress(font)) };
};

it.each([
  ['devanagari', ['बरसात के बाद', 'आजीचा रेडिओ', 'ढोलक का पहला सबक़', 'देहरी ३'], 8],
  ['bengali', ['শেষ ট্রামের চিঠি', 'ছাদের বাগান'], 6],
  ['tamil', ['அம்மாவின் தையல் பெட்டி', 'கடைசிப் பேருந்து'], 6],
  ['urdu', ['رنگوں کا موسم', 'چراغ اور دریچہ'], 7],
] as const)('%s: every title is set whole by a face of a few kilobytes', async (script, titles, kb) => {
  const { font, bytes } = await cut(script, titles);

  expect(bytes).toBeLessThan(kb * KB);
  for (const title of titles) expect(glyphsOf(font, title)).not.toContain(NOTHING);
});

it('a title looks as it does in the whole face, where letters join and in the languages of the script', async () => {
  const titles = ['क्षितिज', 'प्रार्थना', 'स्त्री', 'ज्ञान', 'माझं नाव', 'लक्ष्मी', 'ऱ्हास', 'शृंगार', 'कर्त्तव्य'];
  const others = ['द्वार', 'ऊँचाई', 'खट्टा', 'ड्योढ़ी', 'फ़र्श', 'ठाठ', 'थैली'];
  const alone = await cut('devanagari', titles);
  const among = await cut('devanagari', [...titles, ...others]);

  expect(drawsAlike(alone.font, among.font, titles, ['hi', 'mr', 'ne'])).toBe(true);
  expect(drawsAlike(alone.font, among.font, others, ['hi'])).toBe(false);
  expect(alone.bytes).toBeLessThan(among.bytes);
});

it('names exactly the letters of its titles, and none the font does not have', async () => {
  const { font, letters } = await cut('devanagari', ['कमल', 'क\u0378']);

  expect(letters).toBe('कमल');
  expect([...lettersOf(font)].sort().join('')).toBe(' कमल');
});

it('a letter with its dot is found however it was written', async () => {
  const { font } = await cut('devanagari', ['सबक़', 'ऩ']);

  for (const way of ['NFC', 'NFD'] as const)
    for (const word of ['सबक़', 'ऩ']) expect(glyphsOf(font, word.normalize(way))).not.toContain(NOTHING);
});
