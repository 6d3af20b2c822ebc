import type { Clock, Handlers } from '@satrangi/chassis';
import { addMonths, kolkataMonth, kolkataMonthStart, type usageApi } from '@satrangi/contracts';
import type { WindowsStore } from '../counting/windows.store.ts';
import type { FactsStore } from '../facts/facts.store.ts';
import { chatTypes, costRupees, minutesOf, ratePaiseOf, spokenMs, talkOf } from './usage.rules.ts';

const PAISE = 100;

type Deps = {
  readonly windows: WindowsStore;
  readonly facts: FactsStore;
  readonly clock: Clock;
  /** Rupees a minute. */
  readonly ratePerMinute: number;
};

/** What is billed for a month. */
export const usageRoutes = ({
  windows,
  facts,
  clock,
  ratePerMinute,
}: Deps): Pick<Handlers<typeof usageApi>, 'getUsage'> => ({
  getUsage: async ({ query }) => {
    const month = query.month ?? kolkataMonth(clock.now());
    const counts = (await windows.ofMonth({ kind: 'talk', month }))?.counts ?? {};
    const [chatTo, chatFrom] = [counts['chat-to'] ?? 0, counts['chat-from'] ?? 0];
    const messages =
      chatTo + chatFrom === 0
        ? []
        : await facts.messages(chatTypes, kolkataMonthStart(month), kolkataMonthStart(addMonths(month, 1)));
    const minutesSpoken = minutesOf(spokenMs(messages.map(talkOf)));
    return {
      whatsapp: { sent: counts['whatsapp-sent'] ?? 0, received: counts['whatsapp-received'] ?? 0 },
      aiconcierge: {
        chatTo,
        chatFrom,
        minutesSpoken,
        ratePerMinute: ratePaiseOf(ratePerMinute) / PAISE,
        cost: costRupees(minutesSpoken, ratePerMinute),
      },
    };
  },
});
