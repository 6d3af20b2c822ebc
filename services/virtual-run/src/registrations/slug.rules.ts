/** Letters and digits without look-alikes: 5 bits each. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const RANDOM_LETTERS = 13;
const NAME_MAX = 40;

/** The readable part of an address: lower case, letters and digits of any script without marks lost. */
const namePart = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, NAME_MAX)
    .replaceAll(/-+$/g, '');

/**
 * The address of a page: 13 random letters (65 bits), which cannot be guessed, after the display name if the runner wants it
 * there.
 * @param randomBytes at least 13
 */
export const slugOf = (randomBytes: Uint8Array, displayName: string | null): string => {
  const letters = Array.from(randomBytes.slice(0, RANDOM_LETTERS), (byte) => ALPHABET[byte % 32]).join('');
  const name = displayName === null ? '' : namePart(displayName);
  return name === '' ? letters : `${name}-${letters}`;
};
