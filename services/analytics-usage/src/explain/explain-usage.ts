import type { Clock } from '@satrangi/chassis';
import { addMonths, kolkataMonth, kolkataMonthStart, type UsageField } from '@satrangi/contracts';
import type { FactType } from '../facts/facts.rules.ts';
import type { FactsStore } from '../facts/facts.store.ts';
import { chatTypes, costRupees, minutesOf, spokenBefore, talkOf } from '../usage/usage.rules.ts';
import { type Line, lineOf, sumOfLines, usageFormulas } from './explain.rules.ts';
import { checkLines, explainedLines, LINES_READ } from './explained-lines.ts';

type Deps = {
  readonly facts: Pick<FactsStore, 'messages'>;
  readonly clock: Clock;
  /** Rupees. */
  readonly ratePerMinute: number;
};

type Source = {
  readonly types: readonly FactType[];
  readonly numberOf: (lines: readonly Line[]) => number;
};

const counted = (type: FactType): Source => ({ types: [type], numberOf: ({ length }) => length });
const minutes = (lines: readonly Line[]): number => minutesOf(sumOfLines(lines));
const isSpoken = (field: UsageField): boolean => field === 'minutesSpoken' || field === 'cost';

/**
 * Explains one number of a month, computed once more from the facts themselves and not from the totals of the page.
 * @throws Refusal too-large when it has more lines than an answer may have
 */
export const explainUsage = ({ facts, clock, ratePerMinute }: Deps) => {
  const sources: Record<UsageField, Source> = {
    whatsappSent: counted('whatsapp-sent'),
    whatsappReceived: counted('whatsapp-received'),
    chatTo: counted('chat-to'),
    chatFrom: counted('chat-from'),
    minutesSpoken: { types: chatTypes, numberOf: minutes },
    cost: { types: chatTypes, numberOf: (lines) => costRupees(minutes(lines), ratePerMinute) },
  };

  return async (field: UsageField, month = kolkataMonth(clock.now())) => {
    const { types, numberOf } = sources[field];
    const [from, end] = [kolkataMonthStart(month), kolkataMonthStart(addMonths(month, 1))];
    const messages = await facts.messages(types, from, end, LINES_READ);
    checkLines(messages.length);
    const lines = isSpoken(field)
      ? spokenBefore(messages.map(talkOf)).map(([{ fact }, ms]) => lineOf(fact, ms))
      : messages.map((fact) => lineOf(fact, 1));
    const now = clock.now();
    return {
      field,
      value: numberOf(lines),
      formula: usageFormulas[field],
      period: { from: from.toISOString(), to: (now < from || now > end ? end : now).toISOString() },
      ...explainedLines(lines),
    };
  };
};
