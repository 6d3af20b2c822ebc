const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds of `7d`, `12h`, `30m`, `900s` or a bare number of seconds; null for anything else or nothing at all. */
export const secondsOf = (text: string): number | null => {
  const [, amount, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text.trim()) ?? [];
  const seconds = Number(amount) * (unitSeconds[unit] ?? Number.NaN);
  return seconds > 0 ? seconds : null;
};

/** A key of the set: `generation` counts up, the newest that has been published long enough signs. */
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
 * A new key is shown to verifiers this long before it signs: every replica and every cached key set has it by then.
 * The first key signs at once, there is nothing it could race.
 */
export const PUBLISH_AHEAD_MS = 10 * 60_000;

const signsFrom = (key: SigningKey): number =>
  Date.parse(key.createdAt) + (key.generation === 1 ? 0 : PUBLISH_AHEAD_MS);
const newestFirst = (keys: readonly SigningKey[]): SigningKey[] =>
  keys.toSorted((a, b) => b.generation - a.generation);

/** @returns the key to sign with. @throws RangeError when there is none: nothing can be signed then. */
export const signingKeyAt = (keys: readonly SigningKey[], now: Date): SigningKey => {
  const ordered = newestFirst(keys);
  const key = ordered.find((candidate) => signsFrom(candidate) <= now.getTime()) ?? ordered.at(-1);
  if (!key) throw new RangeError('there is no signing key');
  return key;
};

/** Keys verifiers need: those that sign, will sign, or signed a token that may still be alive. */
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

/** True when the newest key has done its time. */
export const needsSuccessor = (keys: readonly SigningKey[], now: Date, days: number): boolean => {
  const [newest] = newestFirst(keys);
  return !newest || Date.parse(newest.createdAt) + days * 86_400_000 <= now.getTime();
};
