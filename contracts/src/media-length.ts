import type { MediaItem } from './catalog.media.ts';

/** Bands of the length of an item, by running time or by pages; the limits are included. */
export const lengthBands = [
  { value: 'short', minutes: 30, pages: 60 },
  { value: 'medium', minutes: 90, pages: 200 },
  { value: 'long', minutes: Number.POSITIVE_INFINITY, pages: Number.POSITIVE_INFINITY },
] as const;
export type LengthBand = (typeof lengthBands)[number]['value'];

/** The band of an item; null while neither its running time nor its pages are known. */
export const lengthBandOf = ({
  duration,
  pages,
}: Pick<MediaItem, 'duration' | 'pages'>): LengthBand | null => {
  const known = pages !== null || duration !== null;
  const band = lengthBands.find((limit) =>
    pages !== null ? pages <= limit.pages : (duration ?? 0) <= limit.minutes,
  );
  return known && band ? band.value : null;
};

/** Upper limits of prices in rupees that a search offers as filters. */
export const priceSteps = [99, 199, 299] as const;
