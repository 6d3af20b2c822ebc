import type { MediaItem } from '@satrangi/contracts';
import type { Chapter } from '../../lib/chapters.ts';
import type { SoundFormat } from '../../lib/moments.ts';

/** What the player knows of a recording. */
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
  /** In seconds, as far as the catalog knows it. */
  readonly duration: number | null;
};
