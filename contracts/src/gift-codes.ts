export const GIFT_CODE_LENGTH = 16;

/** A code as it is stored, from a code as people type it: case, spaces and dashes do not matter, nor O for 0, I and L for 1. */
export const normaliseGiftCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[\s\u2010-\u2015-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** A code in groups of four, as it is shown: `7K2M-9QXA-0B4D-XYZ1`. */
export const shownGiftCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');

export const giftTexts = {
  unknown: 'We do not know that code. Please check each letter.',
  redeemed: 'This gift has already been opened.',
  takenBack: 'This gift was taken back by the person who bought it.',
  owned: 'You already own this title. You can pass the code on to somebody else.',
  openedNoRefund: 'This gift has already been opened, so it cannot be refunded here. Please write to us.',
  tooLate: 'This gift was paid too long ago to be refunded here. Please write to us.',
} as const;
