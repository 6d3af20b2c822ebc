import { Blob, Buffer, Face, Font, shape } from 'harfbuzzjs';
import { expect, it } from 'vitest';
import { decompress } from 'wawoff2';
import { charactersOf, rendersEqually } from './glyphs.ts';
import { subsetFont } from './subset-font.ts';

const KB = 1_000;
const NOTHING = 0;

/** The glyph ids with which a font renders a text. */
const glyphsOf = (bytes: Uint8Array, text: string): number[] => {
  const buffer = new Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(new Font(new Face(new Blob(new Uint8Array(bytes)))), buffer);
  return buffer.getGlyphInfos().map(({ codepoint }) => codepoint);
};
const cut = async (...args: Parameters<typeof subsetFont>) => {
  const { font, letters } = await subsetFont(...args);
  return { bytes: font.byteLength, letters, font: new Uint8Array(await decompress(font)) };
};

it.each([
  ['devanagari', ['बरसात के बाद', 'आजीचा रेडिओ', 'ढोलक का पहला सबक़', 'देहरी ३'], 8],
  ['bengali', ['শেষ ট্রামের চিঠি', 'ছাদের বাগান'], 6],
  ['tamil', ['அம்மாவின் தையல் பெட்டி', 'கடைசிப் பேருந்து'], 6],
  ['urdu', ['رنگوں کا موسم', 'چراغ اور دریچہ'], 7],
] as const)('%s: every title is rendered by a font of a few kilobytes', async (script, titles, kb) => {
  const { font, bytes } = await cut(script, titles);

  expect(bytes).toBeLessThan(kb * KB);
  for (const title of titles) expect(glyphsOf(font, title)).not.toContain(NOTHING);
});

it('a title renders as in the full font, with ligatures and in each language of the script', async () => {
  const titles = ['क्षितिज', 'प्रार्थना', 'स्त्री', 'ज्ञान', 'माझं नाव', 'लक्ष्मी', 'ऱ्हास', 'शृंगार', 'कर्त्तव्य'];
  const others = ['द्वार', 'ऊँचाई', 'खट्टा', 'ड्योढ़ी', 'फ़र्श', 'ठाठ', 'थैली'];
  const alone = await cut('devanagari', titles);
  const among = await cut('devanagari', [...titles, ...others]);

  expect(rendersEqually(alone.font, among.font, titles, ['hi', 'mr', 'ne'])).toBe(true);
  expect(rendersEqually(alone.font, among.font, others, ['hi'])).toBe(false);
  expect(alone.bytes).toBeLessThan(among.bytes);
});

it('lists exactly the supported letters of its titles', async () => {
  const { font, letters } = await cut('devanagari', ['कमल', 'क\u0378']);

  expect(letters).toBe('कमल');
  expect([...charactersOf(font)].sort().join('')).toBe(' कमल');
});

it('a letter with a nukta is found in composed and decomposed form', async () => {
  const { font } = await cut('devanagari', ['सबक़', 'ऩ']);

  for (const form of ['NFC', 'NFD'] as const)
    for (const word of ['सबक़', 'ऩ']) expect(glyphsOf(font, word.normalize(form))).not.toContain(NOTHING);
});
