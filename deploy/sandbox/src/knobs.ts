import { z } from 'zod';

const WrongAmount = z.union([
  z.boolean(),
  z.int().nonnegative(),
  z.strictObject({ amountMinor: z.int().nonnegative().optional(), currency: z.string().optional() }),
]);

/**
 * Trouble to order. `target` names a call (`stripe.payment_intents.create`), a group of calls (`stripe.refunds`,
 * `stripe.*`) or a webhook (`cashfree.webhooks.PAYMENT_SUCCESS_WEBHOOK`).
 */
export const Knob = z.strictObject({
  target: z.string().min(1),
  /** Answer this HTTP status in place of the true answer. */
  status: z.int().min(200).max(599).optional(),
  /** Wait this many milliseconds before answering. */
  hang: z.int().min(0).max(600_000).optional(),
  /** Do the work first, then apply `status` or `hang`: the provider knows, the caller does not. */
  after: z.boolean().optional(),
  /** Report one minor unit less (true), this many minor units, or another amount or currency. */
  wrongAmount: WrongAmount.optional(),
  /** Name another order than the one the money is for: `true` makes one up. */
  otherOrder: z.union([z.boolean(), z.string().min(1).max(64)]).optional(),
  /** Sign webhooks as another merchant's would be. */
  otherMerchant: z.boolean().optional(),
  /** What becomes of refunds that are asked for: they wait, or the bank sends them back. */
  refundStatus: z.enum(['pending', 'failed']).optional(),
  /** Never deliver. */
  dropWebhooks: z.boolean().optional(),
  /** Deliver this many milliseconds later. */
  delayWebhooks: z.int().min(0).max(3_600_000).optional(),
  /** Send this many extra copies at the same moment. */
  duplicateWebhooks: z.int().min(1).max(100).optional(),
  /** Hold it back until the next webhook of the same payment has been sent. */
  reorderWebhooks: z.boolean().optional(),
  /** How often it takes effect; for ever when left out. */
  times: z.int().min(1).optional(),
  /** How likely it takes effect each time, 0 to 1. */
  chance: z.number().min(0).max(1).optional(),
});
export type Knob = z.infer<typeof Knob>;

/** What all matching knobs together ask for, this once. */
export type Trouble = Omit<Knob, 'target' | 'times' | 'chance'>;

export type ReportedAmount = { amountMinor: number; currency: string };

const callEffects = ['status', 'hang', 'wrongAmount', 'otherOrder', 'refundStatus'] as const;
const deliveryEffects = ['dropWebhooks', 'delayWebhooks', 'duplicateWebhooks', 'reorderWebhooks'] as const;

/** What a webhook may be made to say wrongly. */
const saidEffects = ['wrongAmount', 'otherOrder', 'otherMerchant'] as const;

/** Turning knobs and reading what was received is never hindered, or `*` could not be taken back. */
const covers = (target: string, name: string): boolean => {
  if (name.startsWith('control.')) return false;
  const prefix = target.endsWith('*') ? target.slice(0, -1) : `${target}.`;
  return name === target || name.startsWith(prefix);
};

/** A delivery knob set on an ordinary call (`stripe.pay`, dropWebhooks) is meant for that provider's webhooks. */
const coversWebhook = (knob: Knob, name: string): boolean => {
  if (covers(knob.target, name)) return true;
  const [provider] = name.split('.');
  const isForDelivery = deliveryEffects.some((effect) => knob[effect] !== undefined);
  return isForDelivery && knob.target.startsWith(`${provider}.`) && !knob.target.includes('.webhooks');
};

/** The amount a provider claims under this trouble; the true one when nothing is wrong. */
export const reported = (trueAmount: ReportedAmount, { wrongAmount }: Trouble = {}): ReportedAmount => {
  if (wrongAmount === undefined || wrongAmount === false) return trueAmount;
  if (wrongAmount === true) return { ...trueAmount, amountMinor: trueAmount.amountMinor - 1 };
  if (typeof wrongAmount === 'number') return { ...trueAmount, amountMinor: wrongAmount };
  return {
    amountMinor: wrongAmount.amountMinor ?? trueAmount.amountMinor,
    currency: wrongAmount.currency ?? trueAmount.currency,
  };
};

/** The order a provider claims money is for under this trouble; the true one when nothing is wrong. */
export const reportedOrder = (orderId: string, { otherOrder }: Trouble = {}): string => {
  if (otherOrder === undefined || otherOrder === false) return orderId;
  return otherOrder === true ? `other-${orderId}`.slice(0, 45) : otherOrder;
};

export type Knobs = ReturnType<typeof createKnobs>;

export const createKnobs = (initial: readonly Knob[] = [], random: () => number = Math.random) => {
  let active = initial.map((knob) => ({ knob, left: knob.times ?? Number.POSITIVE_INFINITY }));

  const take = (isMeant: (knob: Knob) => boolean): Trouble => {
    let trouble: Trouble = {};
    for (const entry of active) {
      if (entry.left === 0 || !isMeant(entry.knob)) continue;
      if (entry.knob.chance !== undefined && random() >= entry.knob.chance) continue;
      entry.left -= 1;
      trouble = { ...trouble, ...entry.knob };
    }
    if (active.some(({ left }) => left === 0)) active = active.filter(({ left }) => left > 0);
    return trouble;
  };

  return {
    add: (knob: Knob): void => {
      active.push({ knob, left: knob.times ?? Number.POSITIVE_INFINITY });
    },
    clear: (): number => active.splice(0).length,
    list: (): Knob[] =>
      active.map(({ knob, left }) => (Number.isFinite(left) ? { ...knob, times: left } : knob)),
    takeCall: (name: string): Trouble =>
      active.length === 0
        ? {}
        : take(
            (knob) => covers(knob.target, name) && callEffects.some((effect) => knob[effect] !== undefined),
          ),
    takeWebhook: (name: string): Trouble =>
      active.length === 0
        ? {}
        : take(
            (knob) =>
              coversWebhook(knob, name) &&
              [...deliveryEffects, ...saidEffects].some((effect) => knob[effect] !== undefined),
          ),
  };
};
