import { describe, expect, it } from 'vitest';
import { createWaveformMeter, WAVEFORM, WAVEFORM_BARS, waveformHeights } from './waveform.ts';

const RATE = 1_000;
/** A tone of `seconds` whose loudness is a function of time. */
const toneOf = (seconds: number, loudness: (second: number) => number): Float32Array =>
  Float32Array.from({ length: seconds * RATE }, (_, n) => loudness(n / RATE) * (n % 2 === 0 ? 1 : -1));
const waveformOf = (samples: Float32Array, seconds = samples.length / RATE): string => {
  const meter = createWaveformMeter(seconds);
  meter.add(samples, 0, RATE);
  return meter.waveform();
};

describe('a waveform', () => {
  it('is one character for each equal part, the mean power of it; read back it is the same', () => {
    const waveform = waveformOf(toneOf(12, (second) => (second < 6 ? 0.5 : 0.25)));
    expect(waveform).toMatch(WAVEFORM);
    // half as loud is a quarter of the power
    expect(waveform).toBe('z'.repeat(60) + '9'.repeat(60));
    const heights = waveformHeights(waveform);
    expect([heights.length, heights[0], heights[119]]).toEqual([WAVEFORM_BARS, 1, 9 / 35]);
  });

  it('is the same in pieces of any size and order, and of two channels', () => {
    const samples = toneOf(10, (second) => Math.abs(Math.sin(second)) / 3);
    const whole = waveformOf(samples);
    expect(new Set(whole).size).toBeGreaterThan(20);
    const meter = createWaveformMeter(10);
    const cuts = [0, 7, 1_000, 4_321, samples.length];
    const pieces = cuts.slice(1).map((end, n) => [cuts[n] ?? 0, end] as const);
    for (const [from, end] of pieces.toReversed())
      for (const _channel of ['left', 'right']) meter.add(samples.subarray(from, end), from / RATE, RATE);
    expect(meter.waveform()).toBe(whole);
  });

  it('keeps its shape when a moment is much louder than the rest', () => {
    const waveform = waveformOf(toneOf(12, (second) => (second < 0.2 ? 1 : second < 6 ? 0.1 : 0.05)));
    expect(waveform).toBe('z'.repeat(60) + '9'.repeat(60));
  });

  it('of silence, of nothing, of one sound in silence and of more samples than it should have is valid', () => {
    const silence = '0'.repeat(WAVEFORM_BARS);
    expect(waveformOf(new Float32Array(500))).toBe(silence);
    expect(waveformOf(new Float32Array(0), 0)).toBe(silence);
    expect(waveformOf(toneOf(12, (second) => (second < 0.1 ? 1 : 0)))).toBe(`z${silence.slice(1)}`);
    expect(
      waveformOf(
        toneOf(12, () => 1),
        6,
      ),
    ).toBe('z'.repeat(WAVEFORM_BARS));
    const late = createWaveformMeter(1);
    late.add(
      toneOf(1, () => 1),
      -0.5,
      RATE,
    );
    expect(late.waveform()).toMatch(WAVEFORM);
  });
});
