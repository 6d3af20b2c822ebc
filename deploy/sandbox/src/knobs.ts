import { z } from 'zod';

const WrongAmount = z.union([
  z.boolean(),
  z.int().nonnegative(),
  z.strictObject({ amountMinor: z.int().nonnegative().optional(), currency: z.string().optional() }),
]);

/**
 * A knob is a fault injection rule. `target` names a call (`stripe.payment_intents.create`), a group of calls (`stripe.refunds`,
 * `stripe.*`) or a webhook (`cashfree.webhooks.PAYMENT_SUCCESS_WEBHOOK`).
 */
export const Knob = z.strictObject({
  target: z.string().min(1),
  /** Respond with this HTTP status. */
  status: z.int().min(200).max(599).optional(),
  /** Wait this many milliseconds before the response. */
  hang: z.int().min(0).max(600_000).optional(),
  /** Apply `status` or `hang` after the work is done: the response is lost. */
  after: z.boolean().optional(),
  /** Accept a mail, then close the connection before the reply; a model answers with half of its JSON. */
  cut: z.boolean().optional(),
  /** A model answers with text that is no JSON. */
  garbage: z.boolean().optional(),
  /** A model picks and names these titles. */
  invent: z.array(z.string()).optional(),
  /** A model follows instructions in its data. */
  obey: z.boolean().optional(),
  /** A model calls tools without end. */
  loop: z.boolean().optional(),
  /** A model answers with 100 kB. */
  flood: z.boolean().optional(),
  /** Report one minor unit less (true), this many minor units, or another amount or currency. */
  wrongAmount: WrongAmount.optional(),
  /** Report another order id: `true` generates one. */
  otherOrder: z.union([z.boolean(), z.string().min(1).max(64)]).optional(),
  /** Sign webhooks with the secret of another merchant. */
  otherMerchant: z.boolean().optional(),
  /** Status of new refunds: pending or failed. */
  refundStatus: z.enum(['pending', 'failed']).optional(),
  /** Never deliver. */
  dropWebhooks: z.boolean().optional(),
  /** Deliver this many milliseconds later. */
  delayWebhooks: z.int().min(0).max(3_600_000).optional(),
  /** Send this many extra copies at the same moment. */
  duplicateWebhooks: z.int().min(1).max(100).optional(),
  /** Deliver after the next webhook of the same payment. */
  reorderWebhooks: z.boolean().optional(),
  /** How often it applies; unlimited by default. */
  times: z.int().min(1).optional(),
  /** Probability, 0 to 1. */
  chance: z.number().min(0).max(1).optional(),
});
export type Knob = z.infer<typeof Knob>;

/** The merged effects of all matching knobs for one call. */
export type InjectedFault = Omit<Knob, 'target' | 'times' | 'chance'>;

export type ReportedAmount = { amountMinor: number; currency: string };

const modelEffects = ['garbage', 'invent', 'obey', 'loop', 'flood'] as const;
const callEffects = [
  'status',
  'hang',
  'cut',
  'wrongAmount',
  'otherOrder',
  'refundStatus',
  ...modelEffects,
] as const;
const deliveryEffects = ['dropWebhooks', 'delayWebhooks', 'duplicateWebhooks', 'reorderWebhooks'] as const;

/** Effects on the payload of a webhook. */
const payloadEffects = ['wrongAmount', 'otherOrder', 'otherMerchant'] as const;

/** Faults never apply to the control API: else `*` could not be cleared. */
const matchesTarget = (target: string, name: string): boolean => {
  if (name.startsWith('control.')) return false;
  const prefix = target.endsWith('*') ? target.slice(0, -1) : `${target}.`;
  return name === target || name.startsWith(prefix);
};

/** A delivery knob on a call (`stripe.pay`, dropWebhooks) applies to the webhooks of that provider. */
const matchesWebhook = (knob: Knob, name: string): boolean => {
  if (matchesTarget(knob.target, name)) return true;
  const [provider] = name.split('.');
  const isForDelivery = deliveryEffects.some((effect) => knob[effect] !== undefined);
  return isForDelivery && knob.target.startsWith(`${provider}.`) && !knob.target.includes('.webhooks');
};

/** The amount that the provider reports under this fault; the true one without a fault. */
export const reported = (trueAmount: ReportedAmount, { wrongAmount }: InjectedFault = {}): ReportedAmount => {
  if (wrongAmount === undefined || wrongAmount === false) return trueAmount;
  if (wrongAmount === true) return { ...trueAmount, amountMinor: trueAmount.amountMinor - 1 };
  if (typeof wrongAmount === 'number') return { ...trueAmount, amountMinor: wrongAmount };
  return {
    amountMinor: wrongAmount.amountMinor ?? trueAmount.amountMinor,
    currency: wrongAmount.currency ?? trueAmount.currency,
  };
};

/** The order id that the provider reports under this fault; the true one without a fault. */
export const reportedOrder = (orderId: string, { otherOrder }: InjectedFault = {}): string => {
  if (otherOrder === undefined || otherOrder === false) return orderId;
  return otherOrder === true ? `other-${orderId}`.slice(0, 45) : otherOrder;
};

export type Knobs = ReturnType<typeof createKnobs>;

export const createKnobs = (initial: readonly Knob[] = [], random: () => number = Math.random) => {
  let active = initial.map((knob) => ({ knob, left: knob.times ?? Number.POSITIVE_INFINITY }));

  const take = (matches: (knob: Knob) => boolean): InjectedFault => {
    let fault: InjectedFault = {};
    for (const entry of active) {
      if (entry.left === 0 || !matches(entry.knob)) continue;
      if (entry.knob.chance !== undefined && random() >= entry.knob.chance) continue;
      entry.left -= 1;
      fault = { ...fault, ...entry.knob };
    }
    if (active.some(({ left }) => left === 0)) active = active.filter(({ left }) => left > 0);
    return fault;
  };

  return {
    add: (knob: Knob): void => {
      active.push({ knob, left: knob.times ?? Number.POSITIVE_INFINITY });
    },
    clear: (): number => active.splice(0).length,
    list: (): Knob[] =>
      active.map(({ knob, left }) => (Number.isFinite(left) ? { ...knob, times: left } : knob)),
    takeCall: (name: string): InjectedFault =>
      active.length === 0
        ? {}
        : take(
            (knob) =>
              matchesTarget(knob.target, name) && callEffects.some((effect) => knob[effect] !== undefined),
          ),
    takeWebhook: (name: string): InjectedFault =>
      active.length === 0
        ? {}
        : take(
            (knob) =>
              matchesWebhook(knob, name) &&
              [...deliveryEffects, ...payloadEffects].some((effect) => knob[effect] !== undefined),
          ),
  };
};
