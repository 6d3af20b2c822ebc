/** One key of the set. `generation` increases; the newest key that has been published long enough signs. */
export type SigningKey = {
  readonly generation: number;
  readonly kid: string;
  readonly publicJwk: Readonly<Record<string, unknown>>;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
  /** UTC, ISO 8601. */
  readonly createdAt: string;
};

/**
 * A new key is published this long before it signs, so that every replica and every cached key set has it by then.
 * The first key signs at once: no cached key set exists yet.
 */
export const PUBLISH_AHEAD_MS = 10 * 60_000;

const signsFrom = (key: SigningKey): number =>
  Date.parse(key.createdAt) + (key.generation === 1 ? 0 : PUBLISH_AHEAD_MS);
const newestFirst = (keys: readonly SigningKey[]): SigningKey[] =>
  keys.toSorted((a, b) => b.generation - a.generation);

/** @returns the key to sign with @throws RangeError when there is none */
export const signingKeyAt = (keys: readonly SigningKey[], now: Date): SigningKey => {
  const ordered = newestFirst(keys);
  const key = ordered.find((candidate) => signsFrom(candidate) <= now.getTime()) ?? ordered.at(-1);
  if (!key) throw new RangeError('there is no signing key');
  return key;
};

/** The keys that verifiers need: those that sign, will sign, or signed a token that may not have expired. */
export const publishedKeysAt = (
  keys: readonly SigningKey[],
  now: Date,
  tokenSeconds: number,
): SigningKey[] => {
  const ordered = newestFirst(keys);
  return ordered.filter((_, position) => {
    const successor = ordered[position - 1];
    return !successor || signsFrom(successor) + tokenSeconds * 1000 + PUBLISH_AHEAD_MS > now.getTime();
  });
};

/** True when the newest key has reached its maximum age. */
export const needsSuccessor = (keys: readonly SigningKey[], now: Date, days: number): boolean => {
  const [newest] = newestFirst(keys);
  return !newest || Date.parse(newest.createdAt) + days * 86_400_000 <= now.getTime();
};
