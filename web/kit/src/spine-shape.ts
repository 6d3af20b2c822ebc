import { hashOf } from '@satrangi/contracts/pure';
import { scriptOf } from './script.ts';
import { widthOf } from './text-width.ts';

/** Measures of a book on a shelf, in CSS pixels. */
export type SpineShape = {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly binding: 'paper' | 'band' | 'cloth';
};

const bindings = ['paper', 'band', 'paper', 'cloth', 'paper', 'band', 'cloth'] as const;
/** Space on a spine beside the title; bands and cloth take more. */
const reserved = { paper: 96, band: 132, cloth: 128 } as const;
const SMALLEST_TYPE = 13;

/** The measures of a book: always the same for the same id, and large enough for its title. */
export const spineShape = (id: string, title: string): SpineShape => {
  const hash = hashOf(id);
  const binding = bindings[hash % bindings.length] ?? 'paper';
  const { lang } = scriptOf(title);
  const length = widthOf(title);
  const preferred = 218 + ((hash >>> 5) % 9) * 11;
  const needed = Math.ceil(length * SMALLEST_TYPE + reserved[binding]);
  const height = Math.min(312, Math.max(preferred, needed));
  const fits = Math.floor((height - reserved[binding]) / length);
  const size = Math.max(SMALLEST_TYPE, Math.min(lang === 'ur' ? 21 : 27, fits));
  const lineWidth = lang === 'ur' ? 2.9 : lang === 'en' ? 1.85 : 2.1;
  return {
    width: Math.round(Math.max(34, size * lineWidth + ((hash >>> 9) % 4) * 3)),
    height,
    size,
    binding,
  };
};
