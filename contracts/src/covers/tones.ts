import type { Pigment } from '../cover-art.ts';

/** A colour of drawn covers: the name of a design token. */
export type CoverColor =
  | Pigment
  | `${Pigment}-deep`
  | `${Pigment}-pale`
  | `on-${Pigment}`
  | 'cover-ink'
  | 'cover-paper';

/** A pigment on a cover: itself, one tone darker, a pale one, and text colours for the first two. */
export type Tone = {
  readonly full: CoverColor;
  readonly deep: CoverColor;
  readonly pale: CoverColor;
  readonly on: CoverColor;
  readonly onDeep: CoverColor;
  readonly dark: boolean;
};

const darkPigments: readonly Pigment[] = ['anaar', 'firoza', 'neel', 'jamun'];
const lightWhenDeep: readonly Pigment[] = ['haldi', 'neem'];

export const toneOf = (pigment: Pigment): Tone => ({
  full: pigment,
  deep: `${pigment}-deep`,
  pale: `${pigment}-pale`,
  on: `on-${pigment}`,
  onDeep: lightWhenDeep.includes(pigment) ? 'cover-ink' : 'cover-paper',
  dark: darkPigments.includes(pigment),
});

/** Title colour: plum on turmeric and turmeric on plum, otherwise black or white. */
export const titleInk = (ground: Pigment): CoverColor => {
  if (ground === 'haldi') return 'jamun';
  return ground === 'jamun' ? 'haldi' : toneOf(ground).on;
};
