const two = (number: number): string => String(number).padStart(2, '0');

/** `12:42`, `1:04:09`: a position in a recording. */
export const clockText = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
};

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;

/** `12 minutes 42 seconds`, for screen readers. */
export const spokenTime = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ] as const;
  return (
    parts
      .filter(([number]) => number > 0)
      .map(([number, word]) => count(number, word))
      .join(' ') || '0 seconds'
  );
};

/** `28 min`, `1 h 5 min`: a running time. */
export const minutesText = (minutes: number): string => {
  const whole = Math.max(1, Math.round(minutes));
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
};

/** `28 min left`, `less than a minute left`. */
export const remainingText = (seconds: number): string => {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return 'less than a minute left';
  return minutes < 60 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
};
