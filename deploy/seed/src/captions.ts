/** One caption: start and end in seconds, and its text. */
export type Cue = { readonly start: number; readonly end: number; readonly text: string };

const clock = (seconds: number): string => {
  const whole = Math.floor(seconds);
  const two = (n: number): string => String(n).padStart(2, '0');
  const milliseconds = String(Math.floor((seconds - whole) * 1_000)).padStart(3, '0');
  return `${two(Math.floor(whole / 3_600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}.${milliseconds}`;
};

/** The captions as a WebVTT file. */
export const webVtt = (cues: readonly Cue[]): string =>
  `WEBVTT\n\n${cues.map(({ start, end, text }) => `${clock(start)} --> ${clock(end)}\n${text}\n`).join('\n')}`;

const secondsOf = (time: string): number => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** The captions of a WebVTT file as `webVtt` writes it; anything else in it is refused. */
export const readWebVtt = (file: string): Cue[] => {
  const [head, ...blocks] = file.trimEnd().split('\n\n');
  if (head !== 'WEBVTT') throw new Error('A caption file begins with WEBVTT.');
  return blocks.map((block) => {
    const [times = '', ...lines] = block.split('\n');
    const [, start, end] = /^([\d:.]+) --> ([\d:.]+)$/.exec(times) ?? [];
    if (!start || !end) throw new Error(`Not the times of a caption: ${times}`);
    return { start: secondsOf(start), end: secondsOf(end), text: lines.join('\n') };
  });
};
