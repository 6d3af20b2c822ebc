import type { ServerResponse } from 'node:http';
import { startTestServer, testKeys } from '@satrangi/chassis/testing';
import {
  type Order,
  OrderId,
  type OrderState,
  type Profile,
  problemOf,
  type RunEvent,
  UserId,
} from '@satrangi/contracts';

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

export type NeighboursFixture = AsyncDisposable & {
  readonly env: Readonly<Record<string, string>>;
  /** The profile of every caller with a token. */
  profile: Profile;
  /** The states of the caller's orders. */
  orders: readonly OrderState[];
  /** Null: there is no event. */
  run: RunEvent | null;
  /** False: orders and run hang up. */
  isUp: boolean;
};

/** The event of the run as virtual-run answers it. */
export const aRunEvent = (changes: Partial<RunEvent> = {}): RunEvent => ({
  _id: 'run-2026',
  title: 'Step by Step',
  tagline: '',
  minFee: 300,
  maxFee: 5_000,
  currency: 'INR',
  startsAt: '2026-12-07T18:30:00.000Z',
  registrationStartsAt: '2026-09-14T18:30:00.000Z',
  registrationEndsAt: '2026-12-09T18:29:59.999Z',
  endsAt: '2026-12-10T18:29:59.999Z',
  hoursToFinish: 72,
  phases: [
    { name: 'Early bird', from: '2026-09-14T18:30:00.000Z', to: '2026-10-31T18:29:59.999Z', minFee: 250 },
    { name: 'Standard', from: '2026-10-31T18:30:00.000Z', to: '2026-12-09T18:29:59.999Z', minFee: null },
  ],
  phase: 'Standard',
  isOpen: true,
  activityTypes: ['run', 'walk', 'cycle', 'wheel', 'other'],
  tshirtSizes: [],
  pronouns: [],
  ...changes,
});

/** A profile as identity answers it. */
export const aProfile = (changes: Partial<Profile> = {}): Profile => ({
  _id: UserId.parse('asha'),
  name: 'Ashalata Canary',
  email: 'asha-canary@example.org',
  phone: null,
  pronouns: null,
  bio: null,
  city: 'Canarypur',
  interests: ['kites'],
  country: 'IN',
  role: 'USER',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...changes,
});

const anOrder = (status: OrderState, n: number): Order => ({
  orderId: OrderId.parse(`order-${n}`),
  number: `ST-${n}`,
  purpose: 'purchase',
  status,
  fulfilled: false,
  provider: 'cashfree',
  amount: { minor: 49_900, currency: 'INR' },
  items: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  paidAt: null,
  refund: 'none',
  refunded: { minor: 0, currency: 'INR' },
  refundUntil: null,
});

/** A server with the endpoints of identity, payments and virtual-run that the chat reads, and the keys of test logins. */
export const startNeighbours = async (): Promise<NeighboursFixture> => {
  const keys = await testKeys();
  const { url, [Symbol.asyncDispose]: close } = await startTestServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://neighbours');
    const isSignedIn = request.headers.authorization?.startsWith('Bearer ') === true;
    if (pathname === '/users/profile' && isSignedIn) return send(response, 200, fixture.profile);
    if (pathname === '/payments/mine' || pathname === '/virtual-run') {
      if (!fixture.isUp) return void request.socket.destroy();
      if (pathname === '/payments/mine') return send(response, 200, fixture.orders.map(anOrder));
      return fixture.run
        ? send(response, 200, fixture.run)
        : send(response, 404, problemOf('not-found', 'Event unavailable', 'test'));
    }
    return void fetch(`${keys.url}${request.url}`).then(
      async (answer) =>
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
      () => response.writeHead(503).end(),
    );
  });
  const fixture: NeighboursFixture = {
    env: { IDENTITY_URL: url, PAYMENTS_URL: url, VIRTUAL_RUN_URL: url },
    profile: aProfile(),
    orders: [],
    run: aRunEvent(),
    isUp: true,
    [Symbol.asyncDispose]: close,
  };
  return fixture;
};
