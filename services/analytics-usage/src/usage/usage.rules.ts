/** A message of a conversation, in either direction. */
export type TalkMessage = { readonly talk: string; readonly at: Date };

/** A longer gap does not count as conversation time. */
const LONGEST_GAP_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

/** Conversation time in milliseconds: per conversation, all gaps between neighbouring messages of at most five minutes. */
export const spokenMs = (messages: Iterable<TalkMessage>): number => {
  const times = new Map<string, number[]>();
  for (const { talk, at } of messages) times.set(talk, [...(times.get(talk) ?? []), at.getTime()]);
  let spoken = 0;
  for (const list of times.values()) {
    const sorted = list.toSorted((one, other) => one - other);
    for (const [index, at] of sorted.entries()) {
      const gap = at - (sorted[index - 1] ?? at);
      if (gap <= LONGEST_GAP_MS) spoken += gap;
    }
  }
  return spoken;
};

/** Minutes with two decimals. */
export const minutesOf = (ms: number): number => Math.round((ms / MINUTE_MS) * 100) / 100;

/**
 * Minutes with two decimals times paise a minute, in whole paise, half up. Computed in whole hundredths, so that no
 * binary fraction decides.
 */
export const costPaise = (minutes: number, ratePaise: number): number =>
  Math.floor((Math.round(minutes * 100) * ratePaise + 50) / 100);
