import type { MediaItem } from '@satrangi/contracts';
import { filesPath } from '../../lib/media-files.ts';

export type ClipOwner = Pick<MediaItem, '_id' | 'mediaType' | 'captionLanguages' | 'previewStartsAt'>;

export const clipUrl = (item: ClipOwner): string => `${filesPath(item)}/preview-clip`;

/** Languages of the captions of a clip: those of the whole, when the clip is a part of it. */
export const clipLanguages = ({ captionLanguages, previewStartsAt }: ClipOwner): readonly string[] =>
  previewStartsAt === undefined ? [] : captionLanguages;

export const clipCaptionsUrl = (item: ClipOwner, language: string): string =>
  `${filesPath(item)}/preview-captions/${encodeURIComponent(language)}`;
