/** Bars of a waveform. */
export const BARS = 120;

/** The loudest sample of each of `bars` equal parts, as a share of the loudest of all: 0 to 1. */
export const peaksOf = (samples: Float32Array, bars = BARS): readonly number[] => {
  const peaks = Array.from({ length: bars }, (_, bar) => {
    const end = Math.floor(((bar + 1) * samples.length) / bars);
    let loudest = 0;
    for (let at = Math.floor((bar * samples.length) / bars); at < end; at += 1)
      loudest = Math.max(loudest, Math.abs(samples[at] ?? 0));
    return loudest;
  });
  const loudest = Math.max(...peaks);
  return peaks.map((peak) => (loudest > 0 ? peak / loudest : 0));
};
