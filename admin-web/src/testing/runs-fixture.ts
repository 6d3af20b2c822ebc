import type { Registration, virtualRunApi } from '@satrangi/contracts';
import type { FakeAnswers } from '@satrangi/contracts/testing';
import { screen, within } from '@testing-library/react';

const AT = '2026-11-20T10:00:00.000Z';

export const registration = (n: number, more: Partial<Registration> = {}): Registration => ({
  _id: `r${n}`,
  eventId: 'run-2026',
  displayName: `Runner ${n}`,
  name: `Billing Name ${n}`,
  email: `runner-${n}@reader.example`,
  phone: '',
  location: '',
  additionalInfo: '',
  activityType: 'walk',
  distanceKm: 5,
  tshirtSize: null,
  pronouns: null,
  fundraisingGoal: 1000,
  amountPaid: 300,
  paymentStatus: 'paid',
  paymentProvider: 'stripe',
  paymentId: `pay-${n}`,
  paymentSignature: null,
  consentData: true,
  consentMarketing: false,
  source: 'web',
  slug: `slug-${n}`,
  isPublic: true,
  isListed: false,
  createdAt: AT,
  revision: 3,
  ...more,
});

export const EVENT = {
  _id: 'run-2026',
  title: 'The run',
  tagline: '',
  minFee: 300,
  maxFee: 5000,
  startsAt: '2026-09-14T18:30:00.000Z',
  registrationEndsAt: '2026-12-10T18:29:59.999Z',
  endsAt: '2026-12-10T18:29:59.999Z',
  hoursToFinish: 72,
  phases: [{ name: 'Early', from: '2026-09-14T18:30:00.000Z', to: '2026-10-31T18:29:59.999Z', minFee: null }],
  isPublished: true,
  revision: 7,
};

type Answers = FakeAnswers<typeof virtualRunApi>;

export const listing = (rows: () => Registration[], queries: object[] = []): Answers => ({
  listRegistrations: ({ query }) => {
    queries.push(query);
    return { results: rows(), total: 120, page: query.page, pageSize: query.pageSize };
  },
});

export const heads = (): (string | null)[] =>
  within(screen.getByRole('region', { name: 'Registrations' }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
