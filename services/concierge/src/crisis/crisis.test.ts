import { expect, it } from 'vitest';
import { inDanger } from '../../test/crisis-phrases.ts';
import { literary } from '../../test/literary-sentences.ts';
import { onlySoundsAlike, violence } from '../../test/violence-sentences.ts';
import { crisisReply, isCrisis } from './crisis.rules.ts';

it('at least 196 of 200 sentences of people in danger are found, in seven languages (CON-18, P71)', () => {
  expect(inDanger).toHaveLength(200);

  const missed = inDanger.filter((sentence) => !isCrisis(sentence, undefined));

  expect(200 - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(196);
});

it('at most 6 of 200 sentences of blurbs and book questions set it off (CON-18, P71)', () => {
  expect(literary).toHaveLength(200);

  const found = literary.filter((sentence) => isCrisis(sentence, undefined));

  expect(found.length, found.join('\n')).toBeLessThanOrEqual(6);
});

it.each(violence)('violence towards others, by groups, and bare words are found: %s (CON-18)', (message) => {
  expect(isCrisis(message, undefined)).toBe(true);
});

it.each(onlySoundsAlike)(
  'titles, figures of speech and questions for books are not: %s (CON-18)',
  (message) => {
    expect(isCrisis(message, undefined)).toBe(false);
  },
);

it.each([
  ...[
    'मुझे मरना है',
    'मरना है मुझे',
    'मुझे मर जाना चाहिए',
    'mujhe marna hai',
    'mujhe mar jana hai',
    'mujhe nahi jeena',
  ],
  ...['main khatam karna chahta hun sab', 'ami morte chai', 'naan saaganum'],
  'என் வாழ்க்கையை முடித்துக்கொள்ள விரும்புகிறேன்',
  ...[
    'I feel like dying',
    'Feel like ending it all',
    'kms',
    'gonna kms tonight',
    'unalive myself',
    'I wana die',
  ],
  ...['how to die painlessly', 'easiest way to kill myself', 'how many pills to die', 'overdose on pills'],
  ...['I’m tired of living', 'i am done with life', 'Nobody would miss me', 'I want it to end', 'suiside'],
])('a short sentence of a person in danger is found: %s (CON-18)', (message) => {
  expect(isCrisis(message, undefined)).toBe(true);
});

it.each([
  ...[
    'tired of living in Delhi, stories of villages',
    'I want it to end well',
    'a novel where nobody would miss me',
  ],
  ...['how to die laughing, a comedy', 'the easiest way to read it offline', 'how many pages to the end'],
  ...[
    'मुझे कविता पढ़ना है',
    'mujhe padhna hai',
    'mujhe marathi kitab chahiye',
    'naan padikkanum',
    'ami porte chai',
  ],
  ...['a film that feels like dying light', 'I want to unwind', 'goodbye everyone I know, a memoir'],
  ...['did you get my last message?', 'You did not answer my last message', 'send my last message again'],
])('a question for books in similar words is not: %s (CON-18)', (message) => {
  expect(isCrisis(message, undefined)).toBe(false);
});

it('capitals, punctuation and emphasis do not hide a sentence', () => {
  for (const sentence of ['I WANT TO DIE!!!', 'i... want   to... *die*', 'I’m going to kill myself.'])
    expect(isCrisis(sentence, undefined)).toBe(true);
});

it.each(['میں مر جاؤں', 'میں آج مر جاؤں گا', 'میں مر جاؤں گی'])(
  'letters that are written with a mark are found: %s (CON-18)',
  (message) => {
    expect(isCrisis(message, undefined)).toBe(true);
  },
);

it('phrases of the editors are found too', () => {
  expect(isCrisis('the blue door is closed', undefined)).toBe(false);
  expect(isCrisis('Yes, the blue door is closed.', '<p>Blue door</p><p>other</p>')).toBe(true);
});

it('the reply begins with the fixed sentence in the language of the message, then the helplines', () => {
  expect(crisisReply('en', undefined)).toMatch(
    /^You matter\. If you are thinking of hurting yourself, please talk to someone now:\n.*14416/s,
  );
  expect(crisisReply('bn', '<p>Line one 123</p>')).toMatch(/^আপনি গুরুত্বপূর্ণ.*\nLine one 123$/s);
});
