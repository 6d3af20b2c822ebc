import { waveformHeights } from '@satrangi/contracts/pure';

const HEIGHT = 40;
/** Silence is a line of this height. */
const LEAST = 1.5;

/** Upright bars in a box of one unit for each. */
const barsOf = (heights: readonly number[]): string =>
  heights
    .map((share, bar) => {
      const height = Math.max(LEAST, share * HEIGHT);
      return `M${bar + 0.5} ${(HEIGHT - height) / 2}v${height}`;
    })
    .join('');

/** The waveform of a recording as upright bars. Decorative: its duration or its slider stands beside it. */
export function WaveBars({ waveform, className }: { waveform: string; className: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${waveform.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={barsOf(waveformHeights(waveform))} />
    </svg>
  );
}
