import type { MediaItem } from '@satrangi/contracts';
import type { Chapter } from '../../lib/chapters.ts';
import type { SoundFormat } from '../../lib/playback-position.ts';

/** Metadata of a recording for the player. */
export type AudioTitle = {
  readonly id: string;
  readonly mediaType: MediaItem['mediaType'];
  readonly format: SoundFormat;
  readonly title: string;
  readonly by: string;
  readonly language: string;
  readonly cover: MediaItem['cover'];
  readonly thumbnailUrl: string | null;
  readonly chapters: readonly Chapter[];
  /** In seconds; null when it is unknown. */
  readonly duration: number | null;
};
