import { expect, it } from 'vitest';
import { fontChooser } from './receipt-fonts.ts';
import { isolated } from './receipt-text.rules.ts';
import { readable, shapeLine } from './shape-text.ts';

const fontFor = fontChooser(undefined);
const clustersOf = async (text: string) =>
  (await shapeLine(text, fontFor)).flatMap(({ clusters }) => clusters);
const glyphsOf = async (text: string): Promise<number[]> =>
  (await clustersOf(text)).flatMap(({ glyphs }) => glyphs.map(({ glyph }) => glyph));

it.each([
  ['क्ष', 1],
  ['श्र', 1],
  ['ক্ষ', 1],
  ['ஸ்ரீ', 1],
])('the conjunct %s is one glyph', async (conjunct, count) => {
  expect(await glyphsOf(conjunct)).toHaveLength(count);
});

it.each([
  ['कि', 'क', 0],
  ['কে', 'ক', 0],
  ['கெ', 'க', 0],
])('the vowel of %s is drawn before %s', async (syllable, letter) => {
  const [cluster, ...more] = await clustersOf(syllable);
  const [alone] = await glyphsOf(letter);

  expect(more).toEqual([]);
  expect(cluster?.text).toBe(syllable);
  expect(cluster?.glyphs.map(({ glyph }) => glyph)[1]).toBe(alone);
});

it('a split vowel is drawn on both sides', async () => {
  const [letter] = await glyphsOf('க');
  const glyphs = await glyphsOf('கொ');

  expect(glyphs).toHaveLength(3);
  expect(glyphs[1]).toBe(letter);
});

it('a line is left to right, with Urdu words right to left and their numbers left to right', async () => {
  const line = `A ${isolated('رنگ 12')} (B)`;

  const read = (await clustersOf(line)).map(({ text }) => text);

  expect(read.join('')).toBe('A 12 گنر (B)');
});

it('every drawn letter belongs to one cluster, in each script', async () => {
  for (const text of ['क्षितिज', 'চট্টোপাধ্যায়', 'கௌரி', 'മലയാളം']) {
    const clusters = await clustersOf(text);
    expect(clusters.map((cluster) => cluster.text).join('')).toBe(text);
    for (const { glyphs } of clusters) expect(glyphs.every(({ glyph }) => glyph > 0)).toBe(true);
  }
});

it('letters without a font are replaced once, and spaces between words stay', async () => {
  expect(await readable('สมชาย ไทย 李 ok 🏳️‍🌈', fontFor)).toBe(
    '[Thai letters] [Chinese characters] ok [emoji]',
  );
});
