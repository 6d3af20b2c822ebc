import { randomBytes } from 'node:crypto';
import { digestId } from '@satrangi/chassis';
import { anEvent, type Booted, type BootOptions, bootService, testUser } from '@satrangi/chassis/testing';
import {
  type Client,
  contributionSucceeded,
  moneyReturned,
  runFeeRefunded,
  runFeeSucceeded,
  virtualRunApi,
} from '@satrangi/contracts';
import { virtualRun } from '../src/service.ts';

export { refusalOf as refusal } from '@satrangi/chassis/testing';

type RunClient = Client<typeof virtualRunApi>;
export const RUN_SECRET = 'derives-the-edit-links-of-these-tests';
export const adminUser = testUser({ userId: 'run-admin', role: 'ADMIN' });
const newId = (): string => randomBytes(12).toString('hex');

/** The form of an invented runner. */
export const form = (changes: object = {}) => ({
  name: 'Legalname Kumar',
  email: 'asha@runner.example',
  phone: '+91 98765 43210',
  displayName: 'Asha',
  activityType: 'walk' as const,
  distanceKm: 5,
  location: 'Secretville',
  fundraisingGoal: 1_000,
  amountPaid: 500,
  consentData: true as const,
  ...changes,
});

type FeeFacts = {
  orderId?: string;
  paymentId?: string;
  minor?: number;
  runDraftId?: string;
  paidAt?: string;
  userId?: string | null;
};

export type RunFixture = AsyncDisposable & {
  readonly service: Booted;
  readonly visitor: RunClient;
  readonly admin: RunClient;
  readonly feePaid: (facts?: FeeFacts) => Promise<{ orderId: string; paymentId: string }>;
  readonly feeRefunded: (fee: { orderId: string; paymentId: string }) => Promise<void>;
  /** A paid registration of `form`. @returns its slug and payment */
  readonly register: (
    changes?: object,
  ) => Promise<{ slug: string; paymentId: string; orderId: string; pageId: string }>;
  readonly give: (slug: string, minor: number, facts?: object) => Promise<string>;
  readonly giveBack: (
    orderId: string,
    slug: string,
    minor: number,
    refundId: string,
    purpose?: 'contribution' | 'virtual-run',
  ) => Promise<void>;
  readonly total: () => Promise<{ total: number; raisedMinor: number }>;
};

/** During the standard phase of the seeded event. */
export const DURING = new Date('2026-11-20T06:00:00Z');

const rupees = (minor: number) => ({ minor, currency: 'INR' as const });

/** Events of payments. */
const paymentEvents = (
  service: Booted,
): Pick<RunFixture, 'feePaid' | 'feeRefunded' | 'give' | 'giveBack'> => ({
  feePaid: async (facts = {}) => {
    const { orderId = newId(), paymentId = `pi_${newId()}`, minor = 50_000, userId = null, ...rest } = facts;
    const paidAt = rest.paidAt ?? service.clock.now().toISOString();
    await service.deliver(
      anEvent(runFeeSucceeded, {
        data: {
          // tests name ids; the types want the brand of a parsed id
          orderId: orderId as never,
          // as above
          userId: userId as never,
          provider: 'stripe',
          paymentId,
          total: rupees(minor),
          rupeesMinor: minor,
          paidAt,
          runDraftId: rest.runDraftId,
        },
      }),
    );
    return { orderId, paymentId };
  },
  feeRefunded: async ({ orderId, paymentId }) =>
    service.deliver(
      anEvent(runFeeRefunded, {
        data: { orderId, userId: null, provider: 'stripe', paymentId, total: rupees(50_000) },
      }),
    ),
  give: async (slug, minor, facts = {}) => {
    const orderId = newId();
    await service.deliver(
      anEvent(contributionSucceeded, {
        data: {
          orderId,
          userId: null,
          provider: 'cashfree',
          total: rupees(minor),
          rupeesMinor: minor,
          paidAt: service.clock.now().toISOString(),
          receipt: `ST-${orderId.slice(0, 8).toUpperCase()}`,
          runPage: digestId(slug),
          ...facts,
        },
      }),
    );
    return orderId;
  },
  giveBack: async (orderId, slug, minor, refundId, purpose = 'contribution') =>
    service.deliver(
      anEvent(moneyReturned, {
        data: {
          orderId,
          refundId,
          kind: 'refund',
          provider: 'stripe',
          purpose,
          amount: rupees(minor),
          total: rupees(50_000),
          returnedMinor: minor,
          isWhole: false,
          rupeesMinor: minor,
          at: service.clock.now().toISOString(),
          ...(purpose === 'contribution' ? { runPage: digestId(slug) } : {}),
        },
      }),
    ),
});

/** A booted run with the clock in the registration period, and events as payments publishes them. */
export const bootRun = async (options: BootOptions = {}): Promise<RunFixture> => {
  const service = await bootService(virtualRun, {
    ...options,
    env: { RUN_SECRET, RUN_WRITES_PER_ADDRESS: '100000', ...options.env },
  });
  service.clock.set(DURING);
  const visitor = service.as('visitor', virtualRunApi);
  const events = paymentEvents(service);
  return {
    service,
    visitor,
    admin: service.as(adminUser, virtualRunApi),
    ...events,
    register: async (changes = {}) => {
      const body = form(changes);
      const paid = await events.feePaid({ minor: body.amountPaid * 100 });
      const { slug, pageId } = await visitor.register({ body: { ...body, paymentId: paid.paymentId } });
      return { slug, pageId, ...paid };
    },
    total: async () => {
      const { total, raisedMinor } = await visitor.getCounts();
      return { total, raisedMinor };
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
};
