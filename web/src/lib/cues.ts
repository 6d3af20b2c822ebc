/** A transcript line with its start time in seconds. */
export type Cue = { readonly start: number; readonly text: string };

const TIMING = /^(?:(\d+):)?(\d{2}):(\d{2})[.,](\d{3})\s+-->/;

/** The cues of a WebVTT file in order, without tags and notes. */
export const readCues = (vtt: string): readonly Cue[] =>
  vtt
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.trim().split('\n');
      const at = lines.findIndex((line) => TIMING.test(line));
      const [, hours, minutes, seconds, thousandths] = TIMING.exec(lines[at] ?? '') ?? [];
      if (minutes === undefined) return [];
      const text = lines
        .slice(at + 1)
        .join(' ')
        .replace(/<v\s+([^>]*)>/g, '$1: ')
        .replace(/<[^>]*>/g, '')
        .trim();
      const start =
        Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000;
      return text ? [{ start, text }] : [];
    });

/** Index of the current cue, or -1. */
export const cueAt = (cues: readonly Cue[], seconds: number): number =>
  cues.findLastIndex(({ start }) => start <= seconds);
