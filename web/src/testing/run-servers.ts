import { cmsApi, type RunEvent, type RunPage, virtualRunApi } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
import { type Mock, vi } from 'vitest';
import { byCashfree, byStripe, checkoutServers, verification } from './checkout-servers.ts';
import { aSection } from './fixtures.ts';

export type RunResponses = Parameters<typeof plays<typeof virtualRunApi>>[1];

export const aRun = (change: Partial<RunEvent> = {}): RunEvent => ({
  _id: 'run-2026',
  title: 'Global Virtual Run',
  tagline: 'Step by Step, Story by Story',
  minFee: 300,
  maxFee: 5_000,
  currency: 'INR',
  startsAt: '2026-09-14T18:30:00.000Z',
  registrationStartsAt: '2026-09-14T18:30:00.000Z',
  registrationEndsAt: '2026-12-09T18:29:59.999Z',
  phase: 'Standard',
  endsAt: '2026-12-10T18:29:59.999Z',
  hoursToFinish: 72,
  phases: [
    { name: 'Early bird', from: '2026-09-14T18:30:00.000Z', to: '2026-10-31T18:29:59.999Z', minFee: null },
    { name: 'Standard', from: '2026-10-31T18:30:00.000Z', to: '2026-12-09T18:29:59.999Z', minFee: null },
  ],
  isOpen: true,
  activityTypes: ['run', 'walk', 'cycle', 'wheel', 'other'],
  tshirtSizes: ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'Other'],
  pronouns: ['She/Her', 'He/Him', 'They/Them', 'Ze/Hir', 'Other'],
  ...change,
});

export const aRunPage = (change: Partial<RunPage> = {}): RunPage => ({
  pageId: 'page-1',
  slug: 'abcdefghijkmn',
  displayName: 'Meher',
  pronouns: null,
  activity: 'walk',
  distance: 21.1,
  km: 0,
  goal: 25_000,
  raised: 14_350,
  raisedMinor: 1_435_000,
  donorCount: 2,
  donors: [
    { name: 'Noor', amount: 500, message: 'For my aunt.', at: '2026-11-20' },
    { name: 'Anonymous', amount: null, message: null, at: '2026-11-19' },
  ],
  story: 'For the people nobody asked.',
  endsAt: '2026-12-10T18:29:59.999Z',
  isOver: false,
  canGive: true,
  isListed: false,
  ...change,
});

export const registered = {
  slug: 'abcdefghijkmn',
  status: 'paid' as const,
  url: '/run/f/abcdefghijkmn',
  pageId: 'page-1',
};

/** The requests of a registration, recorded. */
export const createDraft: Mock = vi.fn();
export const register: Mock = vi.fn();
export const createPayment: Mock = vi.fn();

/** Fake servers of the run, with payments by card; `responses` override those of the run. */
export const runServers = (
  responses: RunResponses = {},
  {
    sections = {},
    confirm = () => verification('paid'),
  }: {
    sections?: Record<string, string>;
    confirm?: () => ReturnType<typeof verification>;
  } = {},
) => [
  plays(virtualRunApi, {
    getRun: () => aRun(),
    getCounts: () => ({ total: 412, count: 412, raisedMinor: 34_500_000, raised: 345_000 }),
    listPages: () => ({ pages: [], nextCursor: null }),
    createDraft: ({ body }) => {
      createDraft(body);
      return {
        draftId: 'draft-1',
        feeMinor: body.amountPaid * 100,
        currency: 'INR' as const,
        expiresAt: '2026-11-26T10:00:00.000Z',
      };
    },
    register: ({ body }) => {
      register(body);
      return registered;
    },
    getPage: () => aRunPage(),
    ...responses,
  }),
  plays(cmsApi, {
    listPageSections: () => Object.entries(sections).map(([key, content]) => aSection({ key, content })),
  }),
  ...checkoutServers({
    createPayment: ({ body }) => {
      createPayment(body);
      return { ...byStripe(50_000), amount: { minor: 50_000, currency: 'INR' } };
    },
    confirmStripe: confirm,
  }),
];

/** Fake servers of a run page and of contributions by Cashfree. */
export const giftServers = (responses: RunResponses) => [
  plays(virtualRunApi, { getPage: () => aRunPage(), ...responses }),
  ...checkoutServers({
    createPayment: ({ body }) => {
      createPayment(body);
      return byCashfree(50_000);
    },
    verifyCashfree: () => verification('paid', 'contribution'),
  }),
];
