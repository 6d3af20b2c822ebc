import type { CoverArt, JoinedMediaType } from '@satrangi/contracts/pure';

/** What a preview image shows. */
export type PreviewCard = {
  readonly title: string;
  readonly creator: string;
  /** BCP 47, of the work: some letters of a script differ by language. */
  readonly language: string;
  readonly kind: JoinedMediaType | 'blog';
  /** The drawn cover; shown when there is no picture. */
  readonly cover: CoverArt | null;
  /** The uploaded picture, JPEG or PNG. */
  readonly picture: Uint8Array | null;
};
