import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, paymentsApi, virtualRunApi } from '@satrangi/contracts';
import { type Fixture, waitFor } from '../fixture.ts';
import { openConnection } from '../http-connection.ts';
import { type Measured, type Run, summary } from '../metric.ts';
import { rawRequest } from '../raw-http.ts';

const DAY_MS = 86_400_000;
const WARM = 20;
const ONE_BY_ONE = 100;
const PER_MINUTE = 500;
const SECONDS = 30;
/** Pages and counter follow the payment in this time (promise P61). */
const COUNTED_MS = 2_000;
const POLL_MS = 2;
const FEE = 500;

const clientsOf = ({ api, adminToken }: Fixture) => ({
  run: createClient(virtualRunApi, { baseUrl: api, token: () => adminToken }),
  payments: createClient(paymentsApi, { baseUrl: api }),
});
type Clients = ReturnType<typeof clientsOf>;

/** Registration is open now, whatever the date. */
const openRegistration = async ({ run }: Clients): Promise<void> => {
  const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
  await run.saveEvent({
    body: {
      title: 'Run of the bench',
      tagline: '',
      minFee: 300,
      maxFee: 5_000,
      startsAt: at(5),
      registrationEndsAt: at(9),
      endsAt: at(10),
      hoursToFinish: 72,
      phases: [{ name: 'Standard', from: at(-5), to: at(10), minFee: null }],
      isPublished: true,
      startNew: false,
    },
  });
};

type PaidForm = { readonly body: Parameters<Clients['run']['register']>[0]['body'] };

/** A stored form with a fee that is paid and confirmed. */
const payFee = async (fixture: Fixture, { run, payments }: Clients, n: number): Promise<PaidForm> => {
  const person = { name: 'Bench Runner', email: `runner-${n}@bench.example` };
  const form = {
    ...person,
    activityType: 'run',
    distanceKm: 5,
    amountPaid: FEE,
    consentData: true,
  } as const;
  const { draftId: runDraftId } = await run.createDraft({ body: form });
  const fee = { purpose: 'virtual-run', provider: 'stripe', amount: FEE * 100, currency: 'INR' } as const;
  const started = await payments.createPayment({ body: { ...fee, ...person, runDraftId } });
  if (started.provider !== 'stripe') throw new Error('a fee is paid by card');
  const paid = await fetch(`${fixture.sandboxUrl}/sandbox/stripe/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret: started.clientSecret, outcome: 'succeeded', webhook: 'skip' }),
  });
  if (!paid.ok) throw new Error(`the sandbox answers ${paid.status}`);
  const { paymentIntentId: paymentId } = started;
  await payments.confirmStripe({ body: { paymentIntentId: paymentId } });
  return { body: { ...form, paymentId, draftId: runDraftId } };
};

/** Registers, and waits until the page is public. @returns how long it took, in ms */
const registerToPage = async (fixture: Fixture, { run }: Clients, { body }: PaidForm): Promise<number> => {
  using visitor = openConnection(fixture.api);
  const began = performance.now();
  const { slug } = await run.register({ body });
  const read = rawRequest('GET', `/api/virtual-run/f/${slug}`);
  await waitFor(
    'the page of a runner is public',
    () =>
      visitor.request(read).then(
        () => true,
        () => false,
      ),
    10_000,
    POLL_MS,
  );
  return performance.now() - began;
};

/** One runner at a time: from the registration, with its fee confirmed just before, until the page is public. */
export const registerToPages = async (fixture: Fixture): Promise<Measured> => {
  const clients = clientsOf(fixture);
  await openRegistration(clients);
  const registerMany = async (many: number, from: number): Promise<Run> => {
    const times: number[] = [];
    for (let n = 0; n < many; n += 1) {
      const paid = await payFee(fixture, clients, from + n);
      times.push(await registerToPage(fixture, clients, paid));
    }
    return { times, seconds: times.reduce((sum, ms) => sum + ms, 0) / 1_000, errors: 0 };
  };
  await registerMany(WARM, 0);
  const run = await fixture.costed(() => registerMany(ONE_BY_ONE, WARM));
  return { ...summary('register-to-page', [run], fixture.memory()), cpuUs: null };
};

/**
 * Runners at a rate of 500 a minute, each from the form to the public page, which is the time. An error is a runner without
 * a page, or a counter that is wrong two seconds after the last one.
 */
export const registrations = async (fixture: Fixture): Promise<Measured> => {
  const clients = clientsOf(fixture);
  await openRegistration(clients);
  const { total: before } = await clients.run.getCounts();
  const many = Math.round((PER_MINUTE * SECONDS) / 60);
  const registerAll = async (): Promise<Run> => {
    const times: number[] = [];
    const began = performance.now();
    let failed = 0;
    const one = async (n: number): Promise<void> => {
      const due = began + (n * 60_000) / PER_MINUTE;
      await sleep(Math.max(0, due - performance.now()));
      const from = performance.now();
      const paid = await payFee(fixture, clients, 100_000 + n);
      await registerToPage(fixture, clients, paid);
      times.push(performance.now() - from);
    };
    await Promise.all(
      Array.from({ length: many }, (_, n) =>
        one(n).catch(() => {
          failed += 1;
        }),
      ),
    );
    const seconds = (performance.now() - began) / 1_000;
    let counted = 0;
    await waitFor(
      'the counter has every runner',
      async () => {
        counted = (await clients.run.getCounts()).total - before;
        return counted === times.length;
      },
      COUNTED_MS,
      50,
    ).catch(() => undefined);
    return { times, seconds, errors: failed + Math.abs(counted - times.length) };
  };
  return summary('registrations', [await fixture.costed(registerAll)], fixture.memory());
};

/** A page of a runner. @returns the slug */
export const createRunPage = async (fixture: Fixture): Promise<string> => {
  const { run } = clientsOf(fixture);
  const { slug } = await run.createRegistration({
    body: { name: 'Bench Runner', email: 'page@bench.example' },
  });
  return slug;
};
