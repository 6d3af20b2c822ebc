/** Bars of a waveform: one character each, from `0` (silence) to `z`. */
export const WAVEFORM_BARS = 120;
export const WAVEFORM = /^[0-9a-z]{120}$/;
const LEVELS = 36;
/** This many of the loudest bars have the full height, so that one loud moment does not flatten all others. */
const FULL_BARS = 6;

/** The heights of the bars, from 0 to 1. */
export const waveformHeights = (waveform: string): readonly number[] =>
  Array.from(waveform, (level) => Number.parseInt(level, LEVELS) / (LEVELS - 1));

const textOf = (powers: readonly number[]): string => {
  const sorted = powers.toSorted((a, b) => b - a);
  const full = sorted[FULL_BARS - 1] || sorted[0] || 1;
  return powers
    .map((power) => Math.round(Math.min(1, power / full) * (LEVELS - 1)).toString(LEVELS))
    .join('');
};

/**
 * Measures the waveform of a recording from its samples, in pieces of any size and order. A bar is the mean power of its part:
 * in speech the loudest sample is the same everywhere, while pauses and music change the mean.
 */
export const createWaveformMeter = (durationSeconds: number) => {
  const sums = new Float64Array(WAVEFORM_BARS);
  const counts = new Float64Array(WAVEFORM_BARS);
  return {
    /** @param samples of one channel, from -1 to 1 @param atSeconds when the first of them is heard */
    add: (samples: Float32Array, atSeconds: number, sampleRate: number): void => {
      for (const [index, sample] of samples.entries()) {
        const part = (atSeconds + index / sampleRate) / durationSeconds;
        const bar = Math.min(WAVEFORM_BARS - 1, Math.max(0, Math.floor(part * WAVEFORM_BARS)));
        sums[bar] = (sums[bar] ?? 0) + sample * sample;
        counts[bar] = (counts[bar] ?? 0) + 1;
      }
    },
    waveform: (): string => textOf(Array.from(sums, (sum, bar) => sum / Math.max(1, counts[bar] ?? 0))),
  };
};
