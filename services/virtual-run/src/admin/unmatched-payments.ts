import type { Clock } from '@satrangi/chassis';
import type { FeesStore } from '../fees/fees.store.ts';
import { type Fee, isPaid, returnedOf } from '../fees/fees.store.ts';
import { netOf } from '../gifts/gift.rules.ts';
import type { GiftsStore } from '../gifts/gifts.store.ts';
import type { RegistrationsStore } from '../registrations/registrations.store.ts';

const SHOWN = 500;
const MINUTE_MS = 60_000;

type Deps = {
  readonly fees: FeesStore;
  readonly gifts: GiftsStore;
  readonly registrations: RegistrationsStore;
  readonly clock: Clock;
};

/**
 * Money without a runner, oldest first: fees without a registration and gifts to unknown pages. What is younger than
 * `minutes` may still find its form, except the second payment of a form that has registered.
 */
export const unmatchedPayments =
  ({ fees, gifts, registrations, clock }: Deps) =>
  async (minutes: number) => {
    const now = clock.now().getTime();
    const before = new Date(now - minutes * MINUTE_MS).toISOString();
    const ageOf = (at = ''): number => Math.max(0, Math.floor((now - Date.parse(at)) / MINUTE_MS));
    const isLate = ({ paidAt = '' }: Fee): boolean => paidAt <= before;
    const isSecond = async ({ draftId }: Fee): Promise<boolean> =>
      draftId !== undefined && (await registrations.byDraft(draftId)) !== null;
    const open = (await fees.unmatched(clock.now().toISOString(), SHOWN)).filter(isPaid);
    const without = await Promise.all(
      open.map(async (fee) => {
        if (await registrations.byPayment(fee.paymentId)) return [];
        return isLate(fee) || (await isSecond(fee)) ? [fee] : [];
      }),
    );
    return [
      ...without.flat().map((fee) => ({
        kind: 'fee' as const,
        paymentId: fee.paymentId,
        orderId: fee._id,
        amount: (fee.minor - returnedOf(fee)) / 100,
        ageMinutes: ageOf(fee.paidAt),
        hasDraft: fee.draftId !== undefined,
      })),
      ...(await gifts.unmatched(before, SHOWN)).map((gift) => ({
        kind: 'gift' as const,
        paymentId: null,
        orderId: gift._id,
        amount: netOf(gift) / 100,
        ageMinutes: ageOf(gift.at),
        hasDraft: false,
      })),
    ];
  };
