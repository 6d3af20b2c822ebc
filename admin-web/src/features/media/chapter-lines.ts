import type { Chapter } from '@satrangi/contracts';

const LINE = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2}(?:\.\d+)?)\s+(.+)$/;
const MINUTE = 60;
const HOUR = 3_600;

/** `1:02:30` or `2:30`. */
export const clockText = (seconds: number): string => {
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE)];
  const rest = Number((seconds % MINUTE).toFixed(3));
  const tail = `${rest < 10 ? '0' : ''}${rest}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
};

/** Chapters of lines such as `12:30 The station`. A line without a time has no title, which the contract refuses. */
export const parseChapters = (text: string): Chapter[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, hours = '0', minutes = '0', seconds = '0', title = ''] = LINE.exec(line.trim()) ?? [];
      return { title, startSeconds: Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) };
    });
