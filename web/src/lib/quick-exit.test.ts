import { expect, it } from 'vitest';
import { shiftCounter } from './quick-exit.ts';

it('leaves on the third Shift within five seconds (WEB-112)', () => {
  let now = 0;
  const isThird = shiftCounter(() => now);

  expect(isThird('Shift')).toBe(false);
  now = 2_000;
  expect(isThird('Shift')).toBe(false);
  now = 4_900;
  expect(isThird('Shift')).toBe(true);
});

it('ignores presses older than five seconds', () => {
  let now = 0;
  const isThird = shiftCounter(() => now);

  isThird('Shift');
  isThird('Shift');
  now = 5_100;

  expect(isThird('Shift')).toBe(false);
});

it('ignores Shift used for capital letters', () => {
  const isThird = shiftCounter(() => 0);

  for (const key of ['Shift', 'A', 'Shift', 'B', 'Shift', 'C']) expect(isThird(key)).toBe(false);
});
