import { expect, it } from 'vitest';
import { sentencesOf, voiceFor } from './speech.ts';

it('sentences end at the marks of each script', () => {
  expect(sentencesOf('“Chai?” he asked. It rained.')).toEqual(['“Chai?”', 'he asked.', 'It rained.']);
  expect(sentencesOf('बारिश रुक चुकी थी। चाय?')).toEqual(['बारिश रुक चुकी थी।', 'चाय?']);
  expect(sentencesOf('ہم نے چوڑی کو دیکھا۔ پھر')).toEqual(['ہم نے چوڑی کو دیکھا۔', 'پھر']);
  expect(sentencesOf('* * *')).toEqual([]);
});

it('a long sentence is cut between words', () => {
  const parts = sentencesOf('word '.repeat(100));
  expect(parts.every((part) => part.length <= 225)).toBe(true);
  expect(parts.join(' ')).toBe('word '.repeat(100).trim());
});

it('a voice of the device is used, never one of a service', () => {
  const voice = (lang: string, localService: boolean) => ({ lang, localService, default: false });
  const voices = [voice('hi-IN', false), voice('en-US', true), voice('en-IN', true), voice('ta_IN', true)];
  expect(voiceFor(voices, 'en')?.lang).toBe('en-IN');
  expect(voiceFor(voices, 'ta')?.lang).toBe('ta_IN');
  expect(voiceFor(voices, 'hi')).toBeUndefined();
});
