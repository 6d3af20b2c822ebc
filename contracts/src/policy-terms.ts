import { paragraphsOf } from './texts/page-text.ts';

/** Terms that a policy has to name, by section key (checklist WEB-69..73). */
export const policyTerms: Readonly<Record<string, readonly string[]>> = {
  'privacy.body': ['23 September 2025', '7 years', '10 years', 'permanent', '30 days', 'under 16'],
  'refunds.body': ['15 days', '48 hours', '5 working days', '7 to 10 business days', '3 days'],
  'librarypolicy.body': ['16', '18', '500 words', '10%', '5 years'],
  'creatorpolicy.body': ['18', '40%', '14 days', '60 days'],
  'crowdfunding.body': ['18', '16', 'all-or-nothing', '5%', '2 to 3%', '30 days'],
};

/** A term in its usual spellings: `7–10 business days`, `40 %`, `all or nothing`. Numbers are whole numbers. */
const patternOf = (term: string): RegExp => {
  const words = term
    .replace('%', ' %')
    .split(/[\s-]+/)
    .map((word) => (word === 'to' ? '(?:to|–|-)' : word === '%' ? '(?:%|per ?cent)' : word));
  return new RegExp(`(?<![\\p{L}\\d.,])${words.join('[\\s-]*')}(?!\\d)`, 'iu');
};

/** The terms that a text of a policy lacks; none for other sections. @param richText HTML */
export const missingTerms = (key: string, richText: string): readonly string[] => {
  const words = paragraphsOf(richText).join(' ');
  // a key such as `constructor` has no terms
  const terms = Object.hasOwn(policyTerms, key) ? policyTerms[key] : undefined;
  return (terms ?? []).filter((term) => !patternOf(term).test(words));
};
