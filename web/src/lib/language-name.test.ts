import { expect, it } from 'vitest';
import { languageName } from './language-name.ts';

it('returns the same names as Intl, for known and unknown languages', () => {
  const names = new Intl.DisplayNames(['en-IN'], { type: 'language' });

  for (const tag of ['en', 'hi', 'mr', 'ta', 'bn', 'ur', 'gu', 'en-IN'])
    expect(languageName(tag)).toBe(names.of(tag));
  expect(languageName('?')).toBe('?');
});
