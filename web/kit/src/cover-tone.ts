import type { Pigment } from '@satrangi/contracts/pure';

/** One pigment as a cover uses it: itself, one tone darker, as light, and the ink that reads on the first two. */
export type Tone = {
  readonly full: string;
  readonly deep: string;
  readonly pale: string;
  readonly on: string;
  readonly onDeep: string;
  readonly dark: boolean;
};

const darkOnes: readonly Pigment[] = ['anaar', 'firoza', 'neel', 'jamun'];
const lightWhenDeep: readonly Pigment[] = ['haldi', 'neem'];

export const toneOf = (pigment: Pigment): Tone => ({
  full: `var(--${pigment})`,
  deep: `var(--${pigment}-deep)`,
  pale: `var(--${pigment}-pale)`,
  on: `var(--on-${pigment})`,
  onDeep: lightWhenDeep.includes(pigment) ? 'var(--cover-ink)' : 'var(--cover-paper)',
  dark: darkOnes.includes(pigment),
});

/** Title ink: plum on turmeric and turmeric on plum, as a screen printer would; else black or white. */
export const titleInk = (ground: Pigment): string =>
  ({ haldi: 'var(--jamun)', jamun: 'var(--haldi)' })[ground as string] ?? toneOf(ground).on;
