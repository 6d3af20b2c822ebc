import type { Fact } from '../facts/facts.rules.ts';

/** A message of a conversation, in either direction. */
export type TalkMessage = { readonly talk: string; readonly at: Date };

/** Messages of conversations with the concierge. */
export const chatTypes = ['chat-to', 'chat-from'] as const;

export const talkOf = (fact: Fact): TalkMessage & { readonly fact: Fact } => ({
  talk: fact.ref ?? '',
  at: fact.at,
  fact,
});

/** A longer gap does not count as conversation time. */
const LONGEST_GAP_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

/**
 * Each message with the milliseconds of conversation before it: the time since the message before it in its conversation, 0 for
 * the first one and after more than five minutes.
 */
export const spokenBefore = <T extends TalkMessage>(messages: Iterable<T>): (readonly [T, number])[] => {
  const talks = new Map<string, T[]>();
  for (const message of messages) {
    const talk = talks.get(message.talk);
    if (talk) talk.push(message);
    else talks.set(message.talk, [message]);
  }
  return [...talks.values()].flatMap((talk) => {
    const sorted = talk.toSorted((one, other) => one.at.getTime() - other.at.getTime());
    return sorted.map((message, index) => {
      const gap = message.at.getTime() - (sorted[index - 1] ?? message).at.getTime();
      return [message, gap <= LONGEST_GAP_MS ? gap : 0] as const;
    });
  });
};

/** Milliseconds of conversation: per conversation, all gaps between neighbouring messages of at most five minutes. */
export const spokenMs = (messages: Iterable<TalkMessage>): number =>
  spokenBefore(messages).reduce((sum, [, ms]) => sum + ms, 0);

/** Minutes with two decimals. */
export const minutesOf = (ms: number): number => Math.round((ms / MINUTE_MS) * 100) / 100;

/**
 * Minutes with two decimals times paise a minute, in whole paise, half up. Computed in whole hundredths, so that no
 * binary fraction decides.
 */
export const costPaise = (minutes: number, ratePaise: number): number =>
  Math.floor((Math.round(minutes * 100) * ratePaise + 50) / 100);

const PAISE = 100;

/** Whole paise of rupees a minute. */
export const ratePaiseOf = (ratePerMinute: number): number => Math.round(ratePerMinute * PAISE);

/** Rupees for minutes with two decimals, to the paisa, half up. */
export const costRupees = (minutes: number, ratePerMinute: number): number =>
  costPaise(minutes, ratePaiseOf(ratePerMinute)) / PAISE;
