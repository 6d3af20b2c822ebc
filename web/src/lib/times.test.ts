import { expect, it } from 'vitest';
import { clockText, remainingText, spokenTime } from './times.ts';

it('formats times for display and for screen readers', () => {
  expect([0, 62, 762, 3_849].map(clockText)).toEqual(['0:00', '1:02', '12:42', '1:04:09']);
  expect(spokenTime(762)).toBe('12 minutes 42 seconds');
  expect(spokenTime(3_601)).toBe('1 hour 1 second');
  expect(spokenTime(0)).toBe('0 seconds');
});

it('shows the remaining time in whole minutes', () => {
  expect(remainingText(1_698)).toBe('28 min left');
  expect(remainingText(20)).toBe('less than a minute left');
  expect(remainingText(5_460)).toBe('1 h 31 min left');
});
