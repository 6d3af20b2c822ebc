import { createHash } from 'node:crypto';
import { pageOfKey } from '@satrangi/contracts/pure';
import { aboutTexts } from '@satrangi/contracts/texts/about';
import { creatorPolicyTexts } from '@satrangi/contracts/texts/creator-policy';
import { crowdfundingTexts } from '@satrangi/contracts/texts/crowdfunding';
import { faqTexts } from '@satrangi/contracts/texts/faq';
import { libraryPolicyTexts } from '@satrangi/contracts/texts/library-policy';
import { privacyTexts } from '@satrangi/contracts/texts/privacy';
import { refundsTexts } from '@satrangi/contracts/texts/refunds';
import { termsTexts } from '@satrangi/contracts/texts/terms';
import { describe, expect, it } from 'vitest';
import { readArticles, resolveInHindi } from './hindi.ts';

const english: Readonly<Record<string, { readonly fallback: string }>> = {
  ...aboutTexts,
  ...faqTexts,
  ...termsTexts,
  ...privacyTexts,
  ...refundsTexts,
  ...libraryPolicyTexts,
  ...creatorPolicyTexts,
  ...crowdfundingTexts,
};
/** Days, ages, sums and shares: a translation that says another number would be another promise. */
const numbersOf = (html: string): string[] => (html.replaceAll(/<[^>]+>/g, ' ').match(/\d+%?/g) ?? []).sort();
/** Tags with their addresses, and placeholders. */
const marksOf = (html: string): string[] => html.match(/<[^>]+>|\{\w+\}/g) ?? [];
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The English texts that were translated: translate a changed one again, then put its digest here. */
const TRANSLATED = {
  'about.hero.description': 'b9eb83cd100c',
  'about.founder.quote': 'eba2cdab7a8c',
  'about.journey': 'e2863c71cd89',
  'about.mission': '1b5ecb7413db',
  'about.vision': '7e5336dd8018',
  'about.history': 'f7ec615b2e07',
  'faq.body': '029df51f2b82',
  'terms.body': '7b972daf2da0',
  'privacy.body': '0e2ec1c76d11',
  'refunds.body': 'b52522dce7ee',
  'librarypolicy.body': '8b4da2daddf0',
  'creatorpolicy.body': 'db0952a55c66',
  'crowdfunding.body': '9f8de7b95bf0',
} as const;

describe.each(Object.entries(TRANSLATED))('%s in Hindi', (key, digest) => {
  const text = english[key]?.fallback ?? '';

  it('has the parts, links and values of the English text', async () => {
    const translation = (await readArticles(pageOfKey(key)))[key] ?? '';
    expect(marksOf(translation)).toEqual(marksOf(text));
    expect(numbersOf(translation)).toEqual(numbersOf(text));
    expect(translation.replaceAll(/<[^>]+>|\{\w+\}/g, '')).toMatch(/\p{Script=Devanagari}/u);
  });

  it('is a translation of the English text as it is now', () => {
    expect(digestOf(text)).toBe(digest);
  });
});

it('what editors changed stays as they wrote it, also beside a text that they did not change', async () => {
  const resolve = await resolveInHindi('about');
  const values = { name: 'Satrangi', email: 'us@example.org' };
  const built = resolve(aboutTexts, [], values);
  expect(built['about.hero.description']).toMatch(/^<p>Satrangi भारत/);
  const edit = { key: 'about.journey', content: '<p>We began today.</p>' };
  const kept = { key: 'about.vision', content: aboutTexts['about.vision'].fallback };
  const edited = resolve(aboutTexts, [edit, kept], values);
  expect(edited['about.journey']).toBe(edit.content);
  expect(edited['about.vision']).toBe(built['about.vision']);
  expect(edited['about.mission']).toBe('');
});

it('texts of the table of words are not among them', async () => {
  expect(await readArticles('home')).toEqual({});
});
