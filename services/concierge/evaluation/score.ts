import type { ChatReply, MediaItem } from '@satrangi/contracts';
import type { EvaluationQuestion, Limits } from './question.ts';
import { questions } from './questions.ts';

/** Items of a reply that count. */
const FIRST = 3;

type Items = ReadonlyMap<string, MediaItem>;

const keeps = (item: MediaItem | undefined, limits: Limits): boolean =>
  item !== undefined &&
  (limits.maxINR === undefined || (item.priceINR !== null && item.priceINR <= limits.maxINR)) &&
  (limits.kind === undefined || item.mediaType === limits.kind) &&
  (limits.language === undefined || item.language === limits.language) &&
  (limits.free === undefined || item.isFree) &&
  limits.not !== item._id;

/** True when an expected item is among the first three and all of them keep the limits, or the intent is as expected. */
const isHit = (question: EvaluationQuestion, reply: ChatReply, items: Items): boolean => {
  if ('intent' in question)
    return (
      reply.intent === question.intent &&
      (question.page === undefined || reply.links.some(({ url }) => url === question.page))
    );
  const first = reply.items.slice(0, FIRST);
  return (
    first.some(({ id }) => question.items.includes(id)) &&
    first.every(({ id }) => keeps(items.get(id), question.only ?? {}))
  );
};

/** Asks every question, the 120 by default. @returns the share of hits, and each miss with what came instead */
export const scoreOf = async (
  prompt: (question: EvaluationQuestion) => Promise<ChatReply>,
  items: Items,
  evaluated: readonly EvaluationQuestion[] = questions,
): Promise<{ readonly share: number; readonly missed: string[] }> => {
  const missed: string[] = [];
  for (const question of evaluated) {
    const reply = await prompt(question);
    if (isHit(question, reply, items)) continue;
    const came = reply.items.slice(0, FIRST).map(({ id }) => id);
    missed.push(`${question.language} ${question.text}: ${reply.intent} ${came.join(' ')}`);
  }
  return { share: 1 - missed.length / evaluated.length, missed };
};
