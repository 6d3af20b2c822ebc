import { afterEach, expect, it } from 'vitest';
import { countryName } from './country.ts';
import { dateText } from './dates.ts';
import { loadLanguage } from './interface-language.ts';
import { languageName } from './language-name.ts';
import { preferences } from './preferences.ts';
import { runPeriod } from './run-dates.ts';
import { userTextProps } from './user-text.ts';

const written = (): unknown[] => [
  document.documentElement.lang,
  dateText('2026-11-12T10:00:00Z'),
  runPeriod('2026-09-15T10:00:00Z', '2026-10-31T10:00:00Z'),
  ['ta', 'hi', 'bn', 'gu'].map(languageName).join(', '),
  countryName('DE'),
  userTextProps('See you there').lang,
];

afterEach(async () => {
  preferences.change({ language: 'en' });
  await loadLanguage();
});

it('dates, ranges and names follow the chosen language, and back', async () => {
  await loadLanguage();
  const english = [
    'en-IN',
    '12 Nov 2026',
    'Sep 15 to Oct 31',
    'Tamil, Hindi, Bangla, Gujarati',
    'Germany',
    undefined,
  ];
  expect(written()).toEqual(english);

  preferences.change({ language: 'hi' });
  await loadLanguage();
  expect(written()).toEqual([
    'hi-IN',
    '12 नव॰ 2026',
    '15 सित॰ – 31 अक्टू॰',
    'तमिल, हिंदी, बांग्ला, गुजराती',
    'जर्मनी',
    'en',
  ]);

  preferences.change({ language: 'en' });
  await loadLanguage();
  expect(written()).toEqual(english);
});
