/** The seven colours of the design. A colour stands for a kind or is part of a cover. */
export const pigments = ['anaar', 'gulmohar', 'haldi', 'neem', 'firoza', 'neel', 'jamun'] as const;
export type Pigment = (typeof pigments)[number];

export const coverMotifs = [
  'windows',
  'moon',
  'monsoon',
  'kite',
  'waves',
  'buttons',
  'train',
  'sun',
  'leaves',
  'balcony',
  'thread',
  'lamp',
  'ledger',
  'stairs',
  'bus',
  'tram',
  'tracks',
  'sleeper',
  'suitcase',
  'pylon',
  'kurtas',
  'tape',
  'dupattas',
  'indigo',
  'treadle',
  'iron',
  'letters',
  'affidavit',
  'typecase',
  'bundle',
  'typewriter',
  'tiffin',
  'stove',
  'spices',
  'orange',
  'rose',
  'key',
  'diya',
  'radio',
  'clocks',
  'telephone',
  'lift',
  'swing',
  'puddle',
  'umbrella',
  'charpoy',
  'bench',
  'reel',
  'conch',
  'jasmine',
  'kolam',
  'projector',
  'crown',
  'dholak',
  'kabaddi',
  'ward',
  'shelf',
  'pages',
] as const;
export type CoverMotif = (typeof coverMotifs)[number];

/** Parameters of a cover that the page draws as vector graphics. */
export type CoverArt = {
  readonly motif: CoverMotif;
  readonly ground: Pigment;
  readonly figure: Pigment;
  readonly accent: Pigment;
};
