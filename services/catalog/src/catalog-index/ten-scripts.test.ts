import { expect, it } from 'vitest';
import { searchIndex } from './search-index.ts';

/** Script, title, the title as typed with one wrong, missing, extra or swapped letter, and the beginning of a word. */
const titles = [
  ['Latin', 'Monsoon Register', 'mansoon', 'mons'],
  ['Devanagari', 'बरसात के बाद', 'बरसत', 'बर'],
  ['Bengali', 'ছাদের বাগান', 'ছাদের বাগাম', 'বাগ'],
  ['Tamil', 'நிலவின் நிறம்', 'நிலவிண்', 'நில'],
  ['Urdu', 'رنگوں کا موسم', 'رنگوو', 'موس'],
  ['Telugu', 'వెన్నెల రాత్రి', 'వెన్నల', 'రాత్'],
  ['Kannada', 'ಮಳೆಗಾಲದ ಹಾಡು', 'ಮಳೆಗಲದ', 'ಹಾಡ'],
  ['Malayalam', 'മഴയുടെ ഓർമ്മ', 'മഴയുട ഓർമ്മ', 'മഴയു'],
  ['Gujarati', 'વરસાદની રાત', 'વરસદની', 'વરસા'],
  ['Gurmukhi', 'ਸਾਵਣ ਦੀ ਕਹਾਣੀ', 'ਕਹਾਨੀ', 'ਸਾਵ'],
] as const;

const index = () => {
  const built = searchIndex();
  for (const [slot, [, title]] of titles.entries())
    built.add(slot, { titles: [title], author: '', others: [] });
  return built;
};

it.each(titles)(
  '%s: %s is found with a typing error and by the beginning of a word',
  (_, title, typo, start) => {
    const slot = titles.findIndex(([, each]) => each === title);
    const found = index();

    expect([...found.search(title.normalize('NFD')).slots]).toEqual([slot]);
    expect(found.search(title).isApproximate).toBe(false);
    // after it come words of other scripts that sound alike
    expect(found.search(start).slots[0]).toBe(slot);
    const withError = found.search(typo);
    expect([...withError.slots]).toEqual([slot]);
    expect(withError.isApproximate).toBe(true);
  },
);

it('digits of every script, both spellings of a final consonant and a stretched line are the same word', () => {
  const built = searchIndex();
  for (const [slot, title] of ['चिलेकोठा ४', 'রাত হঠাৎ', 'അവൾ', 'کتاب'].entries())
    built.add(slot, { titles: [title], author: '', others: [] });

  for (const [slot, query] of ['चिलेकोठा 4', 'হঠাত্', 'അവള്‍', 'کتـــاب'].entries())
    expect([...built.search(query).slots], query).toEqual([slot]);
});

it('a Tamil word in its dictionary form finds its other forms, above what only sounds like it', () => {
  const built = searchIndex();
  for (const [slot, title] of ['Nila Anthony', 'நிலவின் நிறம்', 'நிறைய'].entries())
    built.add(slot, { titles: [title], author: '', others: [] });

  const found = built.search('நிலவு');
  expect(found.isApproximate).toBe(false);
  expect([...found.slots].sort((a, b) => found.tierOf(b) - found.tierOf(a))[0]).toBe(1);
  expect([...built.search('நிலவு நிறம்').slots]).toEqual([1]);
  expect(found.slots).not.toContain(2);
});

it('a word of three letters has no error, one of four has one, one of eight has two', () => {
  const built = searchIndex();
  for (const [slot, title] of ['sky', 'moon', 'register'].entries())
    built.add(slot, { titles: [title], author: '', others: [] });

  expect(built.search('sxy').slots).toEqual([]);
  expect([...built.search('mxon').slots]).toEqual([1]);
  expect(built.search('mxxn').slots).toEqual([]);
  expect([...built.search('rexisxer').slots]).toEqual([2]);
  expect(built.search('rexxsxer').slots).toEqual([]);
});
