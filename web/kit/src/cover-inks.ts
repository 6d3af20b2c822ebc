import type { ReactNode } from 'react';
import type { Tone } from './cover-tone.ts';

/** Colours of a motif. `seed` varies details, so that two covers of one motif differ. */
export type Inks = { readonly g: Tone; readonly f: Tone; readonly a: Tone; readonly seed: number };

/**
 * A drawing on a field of 200 × 300 that keeps the upper 115 for the title. `foot` is the colour of the author's name
 * on the calm strip at the bottom; without it the name is under the title. Text is never over art.
 */
export type Drawing = { readonly art: ReactNode; readonly foot?: string };

/** The colour of the title, for a foot on the plain ground. */
export const TITLE_INK = 'var(--c-fg)';

/** 0 to n − 1. */
export const range = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);
