import { expect, it } from 'vitest';
import { castName, creatorNames, creditsOf, isPerson, personPath } from './creators.ts';
import { issueNumberOf } from './series.ts';
import { aMediaItem } from './testing-media.ts';
import { countKinds } from './work-counts.ts';

it.each([
  ['Ba: Jayaben Vora', 'Jayaben Vora'],
  ['शागिर्द: Muskan', 'Muskan'],
  ['Jayaben Vora', 'Jayaben Vora'],
  ['Ba:', 'Ba:'],
  ['A:B', 'A:B'],
])('the person of the cast entry %s is %s', (entry, name) => {
  expect(castName(entry)).toBe(name);
});

it.each([
  [
    'a book, whose author is not the narrator',
    { author: 'Meera Sahni', narrator: 'Omkar Jadhav' },
    ['author Meera Sahni', 'narrator Omkar Jadhav'],
  ],
  [
    'a film, whose author repeats the director',
    {
      mediaType: 'shortfilm',
      author: 'Noor Sheikh',
      director: 'Noor Sheikh',
      cast: ['Ba: Jayaben Vora', 'Ravi'],
    },
    ['director Noor Sheikh', 'cast Jayaben Vora', 'cast Ravi'],
  ],
  [
    'a film with a writer of its own',
    { mediaType: 'shortfilm', author: 'Meera Sahni', director: 'Noor Sheikh' },
    ['author Meera Sahni', 'director Noor Sheikh'],
  ],
  [
    'a story without an author',
    { mediaType: 'audiostory', author: 'Omkar Jadhav', narrator: 'Omkar Jadhav' },
    ['narrator Omkar Jadhav'],
  ],
  [
    'a testimony',
    { mediaType: 'oralhistory', author: 'Reshma Guru', speaker: 'Reshma Guru' },
    ['speaker Reshma Guru'],
  ],
  ['a book that its author reads', { author: 'Asha', narrator: 'Asha' }, ['author Asha', 'narrator Asha']],
] as const)('credits of %s', (_, fields, credits) => {
  const item = aMediaItem({ ...fields, cast: 'cast' in fields ? [...fields.cast] : [] });

  expect(creditsOf(item).map(({ role, name }) => `${role} ${name}`)).toEqual(credits);
  expect(new Set(creatorNames(item))).toEqual(new Set(creditsOf(item).map(({ name }) => name)));
});

it('a name with a slash is one segment of a path', () => {
  expect(personPath('Asha / रवि')).toBe('/people/Asha%20%2F%20%E0%A4%B0%E0%A4%B5%E0%A4%BF');
});

it.each([
  ['12', 12],
  ['No. 7', 7],
  ['३', 3],
  ['৪', 4],
  ['౧౦', 10],
  ['۲', 2],
  ['Spring', null],
  [null, null],
])('issue %s has the number %s', (issueNumber, number) => {
  expect(issueNumberOf({ issueNumber })).toBe(number);
});

it.each([
  [[], ''],
  [['ebook'], '1 eBook'],
  [
    ['ebook', 'documentary', 'audiostory', 'audiostory', 'ebook', 'documentary', 'ebook'],
    '3 eBooks, 2 documentaries and 2 audio stories',
  ],
  [['shortfilm', 'magazine'], '1 short film and 1 magazine'],
] as const)('counts %j as %s', (kinds, words) => {
  expect(countKinds(kinds.map((mediaType) => ({ mediaType })))).toBe(words);
});

it('a synthetic voice is no person, however it is spelt', () => {
  const names = ['a synthetic voice', ' A  Synthetic voice', 'Meera Sahni', 'Asha Synthetic'];
  expect(names.map(isPerson)).toEqual([false, false, true, true]);
});
