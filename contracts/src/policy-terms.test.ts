import { expect, it } from 'vitest';
import { missingTerms, policyTerms } from './policy-terms.ts';
import { pageTexts } from './texts.ts';

it.each(Object.keys(policyTerms))('WEB-69..73: the built-in text of %s names all its terms', (key) => {
  const text = pageTexts.find((one) => one.key === key);

  expect(missingTerms(key, text?.fallback ?? '')).toEqual([]);
});

it('names the terms that are missing, each in its usual spellings', () => {
  expect(
    missingTerms('refunds.body', '<p>15 days</p><p>7–10&nbsp;business days, 5 working days</p>'),
  ).toEqual(['48 hours', '3 days']);
  expect(missingTerms('creatorpolicy.body', '<p>18 or older: 40 per cent, 14 days, 160 days</p>')).toEqual([
    '60 days',
  ]);
  expect(
    missingTerms('crowdfunding.body', '<p>18, 16, All or <b>Nothing</b>, 5 %, 2 - 3%, 30 days</p>'),
  ).toEqual([]);
  expect(missingTerms('crowdfunding.body', '')).toEqual(policyTerms['crowdfunding.body']);
  for (const key of ['about.mission', 'constructor', '__proto__', 'toString'])
    expect(missingTerms(key, '')).toEqual([]);
});
