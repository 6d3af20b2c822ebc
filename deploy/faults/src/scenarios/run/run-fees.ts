/** P59, P63: every paid fee becomes one registration or a line of the list, and no runner is registered without a payment. */

import { randomUUID } from 'node:crypto';
import type { Registration } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Fixture } from '../../fixture.ts';
import { forEachConcurrently } from '../../http.ts';
import type { WebhookMode } from '../../sandbox-client.ts';
import { killInTurn } from '../kills.ts';
import { restoredScenario, type Trial, unless } from '../trial.ts';
import { createDraft, type PaidFee, register, startFee } from './run-payments.ts';
import {
  adminOf,
  bookRows,
  openRegistration,
  post,
  registrationsOf,
  restartRun,
  setRegistrationEnd,
} from './run-platform.ts';

type Size = { readonly fees: number; readonly kills: number; readonly withinMs: number };

const CONCURRENCY = 8;
const PARALLEL = 20;
const LATE_DRAFTS = 3;
const LATE_WITHOUT_FORM = 2;

/** What a browser does around its payment. */
type Browser = {
  readonly webhook: WebhookMode;
  readonly hasDraft: boolean;
  readonly confirms: boolean;
  /** `early`: the registration is requested before the money moves. */
  readonly registers: 'no' | 'early' | 'after';
};
const closed: Browser = { webhook: 'send', hasDraft: true, confirms: false, registers: 'no' };
const early: Browser = { webhook: 'duplicate', hasDraft: true, confirms: true, registers: 'early' };
const noWebhook: Browser = { webhook: 'skip', hasDraft: true, confirms: true, registers: 'after' };
const closedNoWebhook: Browser = { ...noWebhook, registers: 'no' };
const usual: Browser = { webhook: 'duplicate', hasDraft: true, confirms: true, registers: 'after' };
/** The webhook comes ten seconds later, to a closed browser or after the registration. */
const closedLate: Browser = { ...closed, webhook: 'late' };
const usualLate: Browser = { ...usual, webhook: 'late' };
const withoutForm: Browser = { ...closed, hasDraft: false, confirms: true };
/** Of ten: four close, two are early, two get no webhook and two a late one. */
const browsers = [
  closed,
  early,
  usual,
  noWebhook,
  closed,
  early,
  withoutForm,
  closedNoWebhook,
  closedLate,
  usualLate,
] as const;

/** One visitor, from the form to the end of their browser. */
const visit = async (fixture: Fixture, email: string, browser: Browser): Promise<PaidFee> => {
  const draftId = browser.hasDraft ? await createDraft(fixture, email) : null;
  const fee = await startFee(fixture, email, draftId);
  const registerNow = () => register(fixture, email, fee.paymentIntentId, draftId);
  const requested = browser.registers === 'early' ? registerNow() : undefined;
  await fixture.sandbox.payStripe(fee.clientSecret, browser.webhook);
  if (browser.confirms) await post(fixture, '/payments/confirm', { paymentIntentId: fee.paymentIntentId });
  await (requested ?? (browser.registers === 'after' ? registerNow() : undefined));
  return fee;
};

/** Twenty parallel registrations with one payment. @returns the number of different addresses */
const registerAtOnce = async (fixture: Fixture, email: string): Promise<{ fee: PaidFee; slugs: number }> => {
  const fee = await startFee(fixture, email, null);
  await fixture.sandbox.payStripe(fee.clientSecret);
  await post(fixture, '/payments/confirm', { paymentIntentId: fee.paymentIntentId });
  const answers = await Promise.all(
    Array.from({ length: PARALLEL }, () => register(fixture, email, fee.paymentIntentId, null)),
  );
  return { fee, slugs: new Set(answers.map(({ body }) => (body as { slug?: string }).slug)).size };
};

/** After the end of registration: forms from before, and money without a form. */
const payLate = async (fixture: Fixture, prefix: string): Promise<{ fees: PaidFee[]; accepted: number }> => {
  const names = Array.from({ length: LATE_DRAFTS }, (_, n) => `${prefix}-late-${n}@faults.example`);
  const drafts = await Promise.all(names.map((email) => createDraft(fixture, email)));
  await setRegistrationEnd(fixture, Date.now() - 1_000);
  const fees: PaidFee[] = [];
  let accepted = 0;
  const pay = async (email: string, draftId: string | null): Promise<PaidFee> => {
    const fee = await startFee(fixture, email, draftId);
    await fixture.sandbox.payStripe(fee.clientSecret);
    await post(fixture, '/payments/confirm', { paymentIntentId: fee.paymentIntentId });
    fees.push(fee);
    return fee;
  };
  for (const [n, email] of names.entries()) await pay(email, drafts[n] ?? null);
  for (let n = 0; n < LATE_WITHOUT_FORM; n += 1) {
    const email = `${prefix}-too-late-${n}@faults.example`;
    const { paymentIntentId } = await pay(email, null);
    const { status } = await register(fixture, email, paymentIntentId, null);
    if (status !== 409) accepted += 1;
  }
  return { fees, accepted };
};

type State = {
  readonly registered: readonly Registration[];
  readonly listed: ReadonlyMap<string, number>;
};
const readState = async (fixture: Fixture, prefix: string): Promise<State> => {
  const [all, unmatched] = await Promise.all([
    registrationsOf(fixture, prefix),
    adminOf(fixture).listUnmatchedPayments({ query: { minutes: 0 } }),
  ]);
  return {
    registered: all.filter(({ paymentStatus }) => paymentStatus === 'paid'),
    listed: new Map(unmatched.map(({ paymentId, amount }) => [paymentId ?? '', amount])),
  };
};

/** Compares the provider's books with registrations and list. */
const findBroken = (fees: readonly PaidFee[], paidMinor: ReadonlyMap<string, number>, state: State) => {
  const ids = state.registered.map(({ paymentId }) => paymentId ?? '');
  const known = new Set(ids);
  const paid = fees.filter(({ orderId }) => paidMinor.has(orderId));
  const paidIds = new Set(paid.map(({ paymentIntentId }) => paymentIntentId));
  const lost = paid.filter(({ paymentIntentId: id }) => !known.has(id) && !state.listed.has(id));
  const unsettled = paid.filter(({ paymentIntentId: id, draftId }) => draftId !== null && !known.has(id));
  const unpaid = ids.filter((id) => !paidIds.has(id));
  const held = paid
    .filter(({ paymentIntentId: id }) => state.listed.has(id))
    .reduce((sum, { paymentIntentId: id }) => sum + (state.listed.get(id) ?? 0) * 100, 0);
  const inRun = state.registered.reduce((sum, { amountPaid }) => sum + amountPaid * 100, held);
  const inBooks = paid.reduce((sum, { orderId }) => sum + (paidMinor.get(orderId) ?? 0), 0);
  return unless({
    [`${fees.length - paid.length} fees are not in the books`]: fees.length === paid.length,
    [`${lost.length} paid fees have neither a runner nor a line of the list`]: lost.length === 0,
    [`${unsettled.length} paid fees with a form have no runner`]: unsettled.length === 0,
    [`${ids.length - known.size} fees have two runners`]: ids.length === known.size,
    [`${unpaid.length} runners have no money`]: unpaid.length === 0,
    [`runners and list hold ${inRun} paise, the books ${inBooks}`]: inRun === inBooks,
  });
};

export const feesUnderKills: Trial<Size> = async (fixture, { fees: many, kills, withinMs }) => {
  const prefix = `run-${randomUUID().slice(0, 8)}`;
  await openRegistration(fixture);
  const run = adminOf(fixture);
  const { total: before } = await run.getCounts();
  const fees: PaidFee[] = [];
  const visits = forEachConcurrently([...Array(many).keys()], CONCURRENCY, async (n) => {
    const browser = browsers[n % browsers.length] ?? usual;
    fees.push(await visit(fixture, `${prefix}-${n}@faults.example`, browser));
  });
  const forge = forEachConcurrently([...Array(Math.ceil(many / 10)).keys()], CONCURRENCY, async (n) => {
    await register(
      fixture,
      `${prefix}-forged-${n}@faults.example`,
      `pi_forged${randomUUID().slice(0, 8)}`,
      null,
    );
  });
  await Promise.all([
    visits,
    forge,
    killInTurn(fixture, kills, ['virtual-run', 'payments', 'virtual-run', 'gateway', 'mongo']),
  ]);
  await fixture.ready();
  const atOnce = await registerAtOnce(fixture, `${prefix}-twenty@faults.example`);
  const late = await payLate(fixture, prefix);
  fees.push(atOnce.fee, ...late.fees);

  const rows = await bookRows(fixture, new Set(fees.map(({ orderId }) => orderId)));
  const paidMinor = new Map(
    rows.filter(({ isPaid }) => isPaid).map(({ orderId, amountMinor }) => [orderId, amountMinor]),
  );
  const check = async () => {
    const state = await readState(fixture, prefix);
    const { total } = await run.getCounts();
    const counted = total - before;
    return {
      state,
      broken: [
        ...findBroken(fees, paidMinor, state),
        ...unless({
          [`the counter has ${counted} more, for ${state.registered.length} runners`]:
            counted === state.registered.length,
        }),
      ],
    };
  };
  await poll(async () => (await check()).broken.length === 0, withinMs, 500);
  const { state, broken } = await check();
  await openRegistration(fixture);
  return {
    detail: `fees=${fees.length} registered=${state.registered.length} kills=${kills}`,
    broken: [
      ...broken,
      ...unless({
        [`${atOnce.slugs} addresses for one payment`]: atOnce.slugs === 1,
        [`${late.accepted} registrations after the end`]: late.accepted === 0,
      }),
    ],
  };
};

export const runFees = restoredScenario(
  'run fees',
  'every paid fee is one runner or on the list, before and after the end, under kills (P59, P63)',
  {
    trial: feesUnderKills,
    sizeOf: ({ isNightly }) =>
      isNightly ? { fees: 1_000, kills: 40, withinMs: 180_000 } : { fees: 40, kills: 3, withinMs: 90_000 },
    restore: restartRun,
  },
);
