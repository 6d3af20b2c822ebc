import type { ReactNode } from 'react';
import type { Tone } from './cover-tone.ts';

/** What a motif draws with. `seed` varies details so that two covers of one motif are not twins. */
export type Inks = { readonly g: Tone; readonly f: Tone; readonly a: Tone; readonly seed: number };

/**
 * A drawing on a field of 200 × 300 that keeps the upper 115 for the title. `foot` is the ink of the author's name
 * on the calm strip at the bottom; without it the name stands under the title. Text never sits on art.
 */
export type Drawing = { readonly art: ReactNode; readonly foot?: string };

/** The ink of the title, for a foot of the bare ground. */
export const TITLE_INK = 'var(--c-fg)';

/** 0 to n − 1. */
export const range = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);
