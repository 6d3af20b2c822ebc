import { findProgress, type Progress, type ProgressKind } from './find-progress.ts';

/** Formats with a playback position; archives can contain sound. */
export type SoundFormat = 'audio' | 'video' | 'archive';

/** Position in a recording; both numbers are in seconds. */
export type PlaybackPosition = Progress & { readonly seconds: number; readonly duration: number };

/** Resuming rewinds this far. */
const REWIND_S = 5;
/** This close to the end a recording counts as finished. */
const FINISHED_S = 15;

export const parsePosition = (text: string | null): PlaybackPosition | null => {
  try {
    const parsed: unknown = JSON.parse(text ?? 'null');
    if (typeof parsed !== 'object' || parsed === null) return null;
    const { seconds, duration, at, after } = parsed as Partial<Record<keyof PlaybackPosition, unknown>>;
    return typeof seconds === 'number' && typeof duration === 'number' && typeof at === 'string'
      ? { seconds, duration, at, ...(typeof after === 'string' && { after }) }
      : null;
  } catch {
    return null;
  }
};

/** Where playback resumes: 5 s before the stored position, or the start when it was finished. */
export const resumeSeconds = (position: Pick<PlaybackPosition, 'seconds' | 'duration'> | null): number => {
  if (!position || position.seconds > position.duration - FINISHED_S) return 0;
  return Math.max(0, position.seconds - REWIND_S);
};

/** Positions in recordings are compared by their seconds. */
export const playback: ProgressKind<PlaybackPosition> = {
  parse: parsePosition,
  amount: ({ seconds }) => seconds,
};

/** The stored position of this browser or of the server, whichever is newer. */
export const findPosition = async (id: string): Promise<PlaybackPosition | null> =>
  (await findProgress(id, playback)).progress;
