import { GlobalFonts } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { drawableText, registerFonts, scriptStyleOf } from './script-fonts.ts';

it('every font of the list exists and is readable', () => {
  registerFonts(GlobalFonts);

  expect(GlobalFonts.has('Preview latin latin')).toBe(true);
  expect(GlobalFonts.has('Preview Nastaliq')).toBe(true);
});

it.each([
  'Seven Ways Home',
  'बरसात के बाद',
  'কমলালেবুর দুপুর',
  'நிலவின் நிறம்',
  'رنگوں کا موسم',
  'No. 7: “Rāga” (₹)',
])('%s is drawn as it is', (text) => {
  expect(drawableText(text)).toBe(text.normalize('NFC'));
});

it('leaves out emoji and control characters, and keeps signs of text', () => {
  expect(drawableText('Meher 🌈\u0000 Khan 🏳️‍🌈 © 2')).toBe('Meher Khan © 2');
  expect(drawableText('left \u202egnorw\u202c right')).toBe('left gnorw right');
});

it('draws nothing for letters that no font has, instead of boxes', () => {
  expect(drawableText('漢字の本')).toBe('');
});

it('derives the direction from the first letter, and sets Nastaliq with high lines', () => {
  expect(scriptStyleOf('7 رنگوں کا موسم')).toMatchObject({ isRightToLeft: true, lineHeight: 2 });
  expect(scriptStyleOf('Urdu: رنگوں')).toMatchObject({ isRightToLeft: false, lineHeight: 2 });
  expect(scriptStyleOf('Seven')).toMatchObject({ isRightToLeft: false, isNarrow: true });
  expect(scriptStyleOf('बरसात')).toMatchObject({ isRightToLeft: false, isNarrow: false });
});
