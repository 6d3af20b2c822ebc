/** Times of a cue in a WebVTT file (milliseconds), and what stands behind them: its settings. */
export type CueTiming = { readonly start: number; readonly end: number; readonly settings: string };

const TIME = String.raw`((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})`;
const TIMING = new RegExp(String.raw`^${TIME}[ \t]+-->[ \t]+${TIME}([ \t].*)?$`);

const millisecondsOf = (time: string): number =>
  Math.round(time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1_000);

/** Reads the line with the times of a cue (WebVTT, section 4.1). @returns null for another line */
export const readCueTiming = (line: string): CueTiming | null => {
  const [, start, end, settings = ''] = TIMING.exec(line.trim()) ?? [];
  return start && end ? { start: millisecondsOf(start), end: millisecondsOf(end), settings } : null;
};
