import type { Pigment } from '@satrangi/contracts/pure';

/** A pigment on a cover: itself, one tone darker, a pale one, and text colours for the first two. */
export type Tone = {
  readonly full: string;
  readonly deep: string;
  readonly pale: string;
  readonly on: string;
  readonly onDeep: string;
  readonly dark: boolean;
};

const darkPigments: readonly Pigment[] = ['anaar', 'firoza', 'neel', 'jamun'];
const lightWhenDeep: readonly Pigment[] = ['haldi', 'neem'];

export const toneOf = (pigment: Pigment): Tone => ({
  full: `var(--${pigment})`,
  deep: `var(--${pigment}-deep)`,
  pale: `var(--${pigment}-pale)`,
  on: `var(--on-${pigment})`,
  onDeep: lightWhenDeep.includes(pigment) ? 'var(--cover-ink)' : 'var(--cover-paper)',
  dark: darkPigments.includes(pigment),
});

/** Title colour: plum on turmeric and turmeric on plum, otherwise black or white. */
export const titleInk = (ground: Pigment): string =>
  ({ haldi: 'var(--jamun)', jamun: 'var(--haldi)' })[ground as string] ?? toneOf(ground).on;
