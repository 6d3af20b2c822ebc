import { expect, it } from 'vitest';
import { parseDuration } from './duration.rules.ts';

it('reads durations', () => {
  expect(['7d', '12h', '30m', '900s', '60'].map(parseDuration)).toEqual([604_800, 43_200, 1_800, 900, 60]);
});

it('rejects any other text', () => {
  expect(['', '0', '-1d', '7w', 'forever', '1.5h'].map(parseDuration)).toEqual(Array(6).fill(null));
});
