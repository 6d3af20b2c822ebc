const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * The Idempotency-Keys of one opening of a payment form: the same wish always has the same key, so that pressing
 * twice, or again after a lost answer, makes one order. Another amount, country or name is another wish.
 */
export const pressKeys = <Body>(newKey: () => string = randomKey): ((body: Body) => string) => {
  const keys = new Map<string, string>();
  return (body) => {
    const wish = JSON.stringify(body);
    const key = keys.get(wish) ?? newKey();
    keys.set(wish, key);
    return key;
  };
};
