import { expect, it } from 'vitest';
import { fasterStep, slowerStep } from './speed-steps.ts';

const range = { slowest: 0.5, fastest: 3 };

it('goes up and down in quarters, from a speed between two to the nearest on its way', () => {
  expect([1, 1.05, 1.2, 1.25].map((rate) => fasterStep(rate, range))).toEqual([1.25, 1.25, 1.25, 1.5]);
  expect([1, 1.05, 1.2, 1.25].map((rate) => slowerStep(rate, range))).toEqual([0.75, 1, 1, 1]);
});

it('ends at the slowest and the fastest speed', () => {
  expect([2.75, 2.95, 3].map((rate) => fasterStep(rate, range))).toEqual([3, 3, 3]);
  expect([0.75, 0.6, 0.5].map((rate) => slowerStep(rate, range))).toEqual([0.5, 0.5, 0.5]);
});
