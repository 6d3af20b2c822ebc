const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

export type PressKeys<Body> = {
  readonly of: (body: Body) => string;
  /** What was asked for has come to an end: whoever asks for the same again means it. */
  readonly forget: () => void;
};

/**
 * The Idempotency-Keys of one opening of a payment form: the same wish always has the same key, so that pressing
 * twice, or again after a lost answer, makes one order. Another amount, country or name is another wish.
 */
export const pressKeys = <Body>(newKey: () => string = randomKey): PressKeys<Body> => {
  const keys = new Map<string, string>();
  return {
    of: (body) => {
      const wish = JSON.stringify(body);
      const key = keys.get(wish) ?? newKey();
      keys.set(wish, key);
      return key;
    },
    forget: () => keys.clear(),
  };
};
