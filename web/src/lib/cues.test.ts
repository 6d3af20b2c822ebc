import { expect, it } from 'vitest';
import { cueAt, readCues } from './cues.ts';

const vtt = `WEBVTT

NOTE made by hand

1
00:01.000 --> 00:04.000
<v Meera>The depot</v> at night.

01:00:02.500 --> 01:00:05.000 line:0
Two
lines
`;

it('reads cues with their start times', () => {
  const cues = readCues(vtt);
  expect(cues).toEqual([
    { start: 1, text: 'Meera: The depot at night.' },
    { start: 3_602.5, text: 'Two lines' },
  ]);
  expect([0, 1, 4_000].map((at) => cueAt(cues, at))).toEqual([-1, 0, 1]);
  expect(readCues('not captions')).toEqual([]);
});
