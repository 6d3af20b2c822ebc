export { truncate } from '@satrangi/contracts/pure';

/** An empty title still needs a link text. */
export const titleOrUntitled = (title: string): string => title.trim() || '(Untitled)';
