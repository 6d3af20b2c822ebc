import type { Chapter } from '@satrangi/contracts';

const CLOCK = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2}(?:\.\d+)?)$/;
const MINUTE = 60;
const HOUR = 3_600;

/** `1:02:30` or `2:30`. */
export const clockText = (seconds: number): string => {
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE)];
  const rest = Number((seconds % MINUTE).toFixed(3));
  const tail = `${rest < 10 ? '0' : ''}${rest}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
};

/** Seconds of a time such as `1:02:30` or `2:30`; undefined for another text. */
export const parseClock = (text: string): number | undefined => {
  const [clock, hours = '0', minutes = '0', seconds = '0'] = CLOCK.exec(text.trim()) ?? [];
  return clock === undefined ? undefined : Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds);
};

/** Chapters of lines such as `12:30 The station`. A line without a time has no title, which the contract refuses. */
export const parseChapters = (text: string): Chapter[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, clock = '', title = ''] = /^(\S+)\s+(.+)$/.exec(line.trim()) ?? [];
      const startSeconds = parseClock(clock);
      return startSeconds === undefined ? { title: '', startSeconds: 0 } : { title, startSeconds };
    });
