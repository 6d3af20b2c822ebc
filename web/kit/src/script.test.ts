import { expect, it } from 'vitest';
import { langOf, scriptProps } from './script.ts';

it('detects the language of a title by its script', () => {
  expect(langOf('घर के सात रास्ते', 'en')).toBe('hi');
  expect(langOf('माझं नाव', 'mr')).toBe('mr');
  expect(langOf('நிலவின் நிறம்', 'ta')).toBe('ta');
  expect(langOf('Seven Ways Home', 'en')).toBe('en');
});

it('detects an author in Latin letters on a Hindi book as English', () => {
  expect(scriptProps('Meera Sahni', 'hi')).toEqual({ lang: 'en-IN', dir: 'ltr' });
});

it('ignores single words in another script', () => {
  expect(scriptProps('Her first book, رنگوں کا موسم, went from hand to hand.', 'ur')).toEqual({
    lang: 'en-IN',
    dir: 'ltr',
  });
  expect(langOf('मीरा ने Instagram पर लिखा', 'hi')).toBe('hi');
});

it('sets Urdu from right to left', () => {
  expect(scriptProps('رنگوں کا موسم', 'ur')).toEqual({ lang: 'ur', dir: 'rtl' });
});
