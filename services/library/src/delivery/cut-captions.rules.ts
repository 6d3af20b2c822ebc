import { readCueTiming } from '@satrangi/contracts';

/** A part of a film or recording (seconds). */
export type Part = { readonly from: number; readonly seconds: number };

const clock = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(11, -1);

/** Blocks of a WebVTT file that apply to all of its cues. */
const isForAll = (block: string): boolean => /^(?:STYLE|REGION)\s*\n/.test(block);

/** The captions of a part, with times from its beginning: cues that reach into it, cut at its ends. */
export const cutCaptions = (file: string, { from, seconds }: Part): string => {
  const [offset, length] = [Math.round(from * 1_000), Math.round(seconds * 1_000)];
  const cueOf = (block: string): string[] => {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => line.includes('-->'));
    const timing = readCueTiming(lines[at] ?? '');
    if (!timing) return [];
    const [start, end] = [Math.max(0, timing.start - offset), Math.min(length, timing.end - offset)];
    if (end <= start) return [];
    return [
      [
        ...lines.slice(0, at),
        `${clock(start)} --> ${clock(end)}${timing.settings}`,
        ...lines.slice(at + 1),
      ].join('\n'),
    ];
  };
  const [, ...blocks] = file
    .replace(/\r\n?/g, '\n')
    .trimEnd()
    .split(/\n{2,}/);
  return `${['WEBVTT', ...blocks.flatMap((block) => (isForAll(block) ? [block] : cueOf(block)))].join('\n\n')}\n`;
};
