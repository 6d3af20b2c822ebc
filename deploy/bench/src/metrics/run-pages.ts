import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, paymentsApi, virtualRunApi } from '@satrangi/contracts';
import { anOpenRun } from '@satrangi/contracts/testing';
import { until } from '@satrangi/start';
import type { Fixture } from '../fixture.ts';
import { type Measured, type Run, summary } from '../metric.ts';
import { rawRequest } from '../raw-http.ts';
import { runs } from './reads.ts';

const FEE = 500;
const WARM = 40;
const REGISTRATIONS = 500;
const CONCURRENCY = 4;
const POLL_MS = 5;
const PAGE_MS = 20_000;

const runOf = ({ api, adminToken }: Fixture) =>
  createClient(virtualRunApi, { baseUrl: api, token: () => adminToken });

/** An event whose registration is open. */
const openEvent = async (fixture: Fixture): Promise<void> => {
  await runOf(fixture).saveEvent({ body: anOpenRun('Run of the bench') });
};

/** The page of a runner, as visitors read it: answered from the cache of the gateway. */
export const runPage = async (fixture: Fixture): Promise<Measured> => {
  await openEvent(fixture);
  const { slug } = await runOf(fixture).createRegistration({
    body: { name: 'Bench Runner', email: 'page@runners.example' },
  });
  const requests = [rawRequest('GET', `/api/virtual-run/f/${slug}`)];
  return runs(fixture, 'run-page', () => requests, 32);
};

/** One visitor: form, paid fee, registration. @returns time from the registration until the page answers, in ms */
const visit = async ({ api, sandboxUrl }: Fixture, email: string): Promise<number> => {
  const visitor = createClient(virtualRunApi, { baseUrl: api });
  const form = {
    name: 'Bench Runner',
    email,
    activityType: 'run' as const,
    distanceKm: 5,
    amountPaid: FEE,
    consentData: true as const,
  };
  const { draftId } = await visitor.createDraft({ body: form });
  const payments = createClient(paymentsApi, { baseUrl: api });
  const order = {
    purpose: 'virtual-run' as const,
    provider: 'stripe' as const,
    amount: FEE * 100,
    currency: 'INR' as const,
    name: 'Bench Runner',
    email,
    runDraftId: draftId,
  };
  const fee = await payments.createPayment({ body: order }, { headers: { 'idempotency-key': randomUUID() } });
  if (fee.provider !== 'stripe') throw new Error('a fee is paid by card');
  const paid = await fetch(`${sandboxUrl}/sandbox/stripe/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret: fee.clientSecret, outcome: 'succeeded' }),
  });
  if (!paid.ok) throw new Error(`the sandbox answers ${paid.status}`);
  const began = performance.now();
  const { slug } = await visitor.register({
    body: { ...form, paymentId: fee.paymentIntentId, draftId },
  });
  await until(
    'the page of a runner',
    async () => {
      const answer = await fetch(`${api}/virtual-run/f/${slug}`);
      await answer.arrayBuffer();
      return answer.status === 200;
    },
    PAGE_MS,
    POLL_MS,
  );
  return performance.now() - began;
};

/** 500 registrations, four visitors at a time; a time is from the registration until the page of the runner answers. */
export const registerToPage = async (fixture: Fixture): Promise<Measured> => {
  await openEvent(fixture);
  const visits = async (prefix: string, many: number): Promise<Run> => {
    const times: number[] = [];
    let next = 0;
    const start = performance.now();
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (let n = next++; n < many; n = next++)
          times.push(await visit(fixture, `${prefix}-${n}@runners.example`));
      }),
    );
    return { times, seconds: (performance.now() - start) / 1_000, errors: 0 };
  };
  await visits('warm', WARM);
  const visitor = createClient(virtualRunApi, { baseUrl: fixture.api });
  const before = await visitor.getCounts();
  const run = await fixture.costed(() => visits('bench', REGISTRATIONS));
  // the counter is an answer of the cache, which a message ends
  await sleep(2_000);
  const counted = (await visitor.getCounts()).count - before.count;
  const errors = Math.abs(counted - REGISTRATIONS);
  return summary('register-to-page', [{ ...run, errors }], fixture.memory());
};
