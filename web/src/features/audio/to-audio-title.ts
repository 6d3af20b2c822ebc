import type { MediaItem } from '@satrangi/contracts';
import type { AudioTitle } from './audio-title.ts';

export const toAudioTitle = (item: MediaItem, by: string): AudioTitle => ({
  id: item._id,
  mediaType: item.mediaType,
  format: item.format === 'archive' ? 'archive' : 'audio',
  title: item.title,
  by,
  language: item.language,
  cover: item.cover,
  thumbnailUrl: item.thumbnailUrl,
  chapters: item.chapters,
  duration: item.durationSeconds ?? (item.duration === null ? null : item.duration * 60),
});
