import { hashOf } from './hash.ts';
import { lettersOf, scriptOf } from './script.ts';

/** How a book stands on a shelf, in CSS pixels. */
export type SpineShape = {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly binding: 'paper' | 'band' | 'cloth';
};

const bindings = ['paper', 'band', 'paper', 'cloth', 'paper', 'band', 'cloth'] as const;
/** Head, foot and the author's name take this much of a spine; bands and cloth take more. */
const around = { paper: 96, band: 132, cloth: 128 } as const;
const SMALLEST_TYPE = 13;

/** A book's own measures: always the same for the same id, never too small for its title. */
export const spineShape = (id: string, title: string): SpineShape => {
  const hash = hashOf(id);
  const binding = bindings[hash % bindings.length] ?? 'paper';
  const { width: em, lang } = scriptOf(title);
  const letters = lettersOf(title) * em;
  const wanted = 218 + ((hash >>> 5) % 9) * 11;
  const needed = Math.ceil(letters * SMALLEST_TYPE + around[binding]);
  const height = Math.min(312, Math.max(wanted, needed));
  const fits = Math.floor((height - around[binding]) / letters);
  const size = Math.max(SMALLEST_TYPE, Math.min(lang === 'ur' ? 21 : 27, fits));
  const tall = lang === 'ur' ? 2.9 : lang === 'en' ? 1.85 : 2.1;
  return { width: Math.round(Math.max(34, size * tall + ((hash >>> 9) % 4) * 3)), height, size, binding };
};
