import type { MediaItem } from '@satrangi/contracts';

/** Credits in one line under the title. */
export const creditsOf = ({ mediaType, author, director, narrator, speaker, creator }: MediaItem): string => {
  if (mediaType === 'shortfilm' || mediaType === 'documentary') return `Directed by ${director ?? creator}`;
  if (mediaType === 'oralhistory') return `Told by ${speaker ?? creator}`;
  if (mediaType === 'audiostory' && narrator)
    return author && author !== narrator
      ? `Written by ${author}, read by ${narrator}`
      : `Read by ${narrator}`;
  return `by ${creator}`;
};
