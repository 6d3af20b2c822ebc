import { expect, it } from 'vitest';
import { languageName } from './language-name.ts';

it('names a language as Intl does, whether the shelf has it or not', () => {
  const names = new Intl.DisplayNames(['en-IN'], { type: 'language' });

  for (const tag of ['en', 'hi', 'mr', 'ta', 'bn', 'ur', 'gu', 'en-IN'])
    expect(languageName(tag)).toBe(names.of(tag));
  expect(languageName('?')).toBe('?');
});
