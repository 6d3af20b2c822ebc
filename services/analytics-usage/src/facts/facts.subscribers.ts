import { on, type Subscription } from '@satrangi/chassis';
import { type Money, paiseOf, subscriptions } from '@satrangi/contracts';
import type { FactType } from './facts.rules.ts';
import type { RecordFact } from './record-fact.ts';

const returned = {
  purchase: 'purchase-returned',
  'gift-purchase': 'purchase-returned',
  contribution: 'contribution-returned',
  'virtual-run': 'run-fee-returned',
} as const satisfies Record<string, FactType>;

type Amount = {
  readonly total: Money;
  readonly paidAt?: string | undefined;
  readonly rupeesMinor?: number | undefined;
};

/** Time and paise of a payment. Events of older versions have neither: then the time of the event, and today's rate. */
const paid = (time: string, { total, paidAt, rupeesMinor }: Amount) => ({
  at: new Date(paidAt ?? time),
  paise: rupeesMinor ?? paiseOf(total),
});

/** Turns events of other services into facts. Each handler may run any number of times, in any order. */
export const factsSubscribers = (record: RecordFact): Subscription[] => [
  on(subscriptions['analytics-usage.record-purchase'], ({ id, time, data }) =>
    record({ _id: id, type: 'purchase-paid', ...paid(time, data), userId: data.userId }),
  ),
  on(subscriptions['analytics-usage.record-gift-purchase'], ({ id, time, data }) =>
    record({ _id: id, type: 'purchase-paid', ...paid(time, data), userId: data.userId }),
  ),
  on(subscriptions['analytics-usage.record-contribution'], ({ id, time, data }) =>
    record({ _id: id, type: 'contribution-paid', ...paid(time, data), userId: data.userId }),
  ),
  on(subscriptions['analytics-usage.record-run-fee'], ({ id, time, data }) =>
    record({ _id: id, type: 'run-fee-paid', ...paid(time, data), userId: data.userId }),
  ),
  on(subscriptions['analytics-usage.record-return'], ({ id, data }) =>
    record({
      _id: id,
      type: returned[data.purpose],
      at: new Date(data.at),
      paise: data.rupeesMinor,
      isWhole: data.isWhole,
    }),
  ),
  on(subscriptions['analytics-usage.record-runner'], ({ id, data }) =>
    record({ _id: id, type: 'run-registered', at: new Date(data.at) }),
  ),
  on(subscriptions['analytics-usage.record-cancelled-runner'], ({ id, time }) =>
    record({ _id: id, type: 'run-cancelled', at: new Date(time) }),
  ),
  on(subscriptions['analytics-usage.record-submission'], ({ id, data }) =>
    record({ _id: id, type: 'submission-received', at: new Date(data.at) }),
  ),
  on(subscriptions['analytics-usage.record-account'], ({ id, time, data }) =>
    record({ _id: id, type: 'account-registered', at: new Date(time), userId: data.userId }),
  ),
  on(subscriptions['analytics-usage.record-letter'], ({ id, time, data }) =>
    record({ _id: id, type: 'letter-sent', at: new Date(time), ref: data.sendId }),
  ),
  on(subscriptions['analytics-usage.record-post'], ({ id, data }) =>
    record({ _id: id, type: 'post-published', at: new Date(data.at), ref: data.blogId }),
  ),
  // a message and its answer: one in each direction
  on(subscriptions['analytics-usage.record-turn'], async ({ id, data }) => {
    const { talk, mode, askedAt, answeredAt } = data;
    // follow-up suggestions are requested by the page, not by a person
    if (mode !== 'chat') return;
    await record({ _id: id, type: 'chat-to', at: new Date(askedAt), ref: talk });
    await record({ _id: `${id}:answer`, type: 'chat-from', at: new Date(answeredAt), ref: talk });
  }),
  on(subscriptions['analytics-usage.record-whatsapp-sent'], ({ id, data }) =>
    record({ _id: id, type: 'whatsapp-sent', at: new Date(data.at) }),
  ),
  on(subscriptions['analytics-usage.record-whatsapp-received'], ({ id, data }) =>
    record({ _id: id, type: 'whatsapp-received', at: new Date(data.at) }),
  ),
];
