import { describe, expect, it } from 'vitest';
import { BARS, peaksOf } from './peaks.ts';

describe('peaksOf', () => {
  it('has the loudest sample of each part, in both directions, relative to the loudest of all', () => {
    const samples = new Float32Array([0, 0.1, -0.5, 0.2, 0.25, 0]);
    expect(peaksOf(samples, 3).map((peak) => Number(peak.toFixed(2)))).toEqual([0.2, 1, 0.5]);
  });

  it('uses every sample once, also when they cannot be divided by the bars', () => {
    for (const length of [7, 10, 11, 1_000]) {
      const last = new Float32Array(length);
      last[length - 1] = 1;
      expect(peaksOf(last, 4)).toEqual([0, 0, 0, 1]);
    }
  });

  it('of silence, of nothing and of fewer samples than bars is finite', () => {
    expect(peaksOf(new Float32Array(500))).toEqual(Array.from({ length: BARS }, () => 0));
    expect(peaksOf(new Float32Array(0), 2)).toEqual([0, 0]);
    expect(Math.max(...peaksOf(new Float32Array([1, 1])))).toBe(1);
  });
});
