import { readFileSync } from 'node:fs';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { liveTypes, runTexts } from '@satrangi/contracts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bootRun, DURING, form, refusal } from './boot-run.ts';

const run = useFixture(bootRun);
beforeEach(() => run.service.clock.set(DURING));

it('the seeded event has its fees, hours, phases and lists (RUN-01, RUN-09, RUN-10, RUN-11, RUN-32)', async () => {
  const event = await run.visitor.getRun();

  expect(event).toMatchObject({
    minFee: 300,
    maxFee: 5_000,
    hoursToFinish: 72,
    phase: 'Standard',
    isOpen: true,
  });
  expect(event.endsAt).toBe('2026-12-10T18:29:59.999Z');
  expect(event.phases.map(({ from, to }) => [from, to])).toEqual([
    ['2026-09-14T18:30:00.000Z', '2026-10-31T18:29:59.999Z'],
    ['2026-10-31T18:30:00.000Z', '2026-12-09T18:29:59.999Z'],
  ]);
  expect(event.tshirtSizes).toEqual(['XS', 'S', 'M', 'L', 'XL', 'XXL', 'Other']);
  expect(event.pronouns).toEqual(['She/Her', 'He/Him', 'They/Them', 'Ze/Hir', 'Other']);
});

describe.each(['createDraft', 'register'] as const)('%s', (call) => {
  it.each([
    ['RUN-04', { name: ' ' }, 'Name required'],
    ['RUN-04', { name: undefined }, 'Name required'],
    ['RUN-04', { email: 'nobody' }, 'Valid email required'],
    ['RUN-05', { activityType: 'swim' }, 'Choose an activity'],
    ['RUN-06', { distanceKm: 0 }, 'Distance must be > 0'],
    ['RUN-06', { distanceKm: 'x' }, 'Distance must be > 0'],
    ['RUN-07', { amountPaid: 299 }, 'Enter a valid fee'],
    ['RUN-07', { amountPaid: 5_001 }, 'Enter a valid fee'],
    ['RUN-07', { amountPaid: 500.005 }, 'Enter a valid fee'],
    ['RUN-04', { name: '\u0000\n' }, 'Name required'],
    ['RUN-08', { consentData: false }, 'Data consent required'],
  ])('%s: %j is refused with %j', async (_line, changes, sentence) => {
    // tests also send what the types refuse
    const body = { ...form(), ...changes, paymentId: 'pi_unknown' } as never;
    const { status, message } = await refusal(run.visitor[call]({ body }));

    expect([status, message]).toEqual([400, sentence]);
  });
});

it.each([300, 300.1, 1_234.56, 4_999.99, 5_000])(
  'a fee of %s rupees is accepted (RUN-07)',
  async (amountPaid) => {
    const { feeMinor } = await run.visitor.createDraft({ body: form({ amountPaid }) });

    expect(feeMinor).toBe(Math.round(amountPaid * 100));
  },
);

it('names have one line: control characters and line breaks become spaces', async () => {
  const { slug } = await run.register({
    name: 'Asha\u0000\r\nRao',
    displayName: 'A\u2028B\tC',
    location: 'Goa\n',
  });
  const { results } = await run.admin.listRegistrations({ query: { q: slug } });

  expect(results[0]).toMatchObject({ name: 'Asha Rao', displayName: 'A B C', location: 'Goa' });
});

it('a registration with a confirmed payment is paid, counts and is published (RUN-02, RUN-03, RUN-12, RUN-13, RUN-14, RUN-20, RUN-21)', async () => {
  const before = await run.total();
  const { slug, pageId } = await run.register({ displayName: 'Star' });
  const events = await run.service.publishedEvents();
  const live = (await run.service.liveMessages()).filter(({ message }) => message.id === pageId);

  expect((await run.total()).total).toBe(before.total + 1);
  expect(await run.visitor.getPage({ params: { slug } })).toMatchObject({ displayName: 'Star', raised: 0 });
  expect(live.map(({ message, audience }) => [message.type, audience.to])).toEqual([
    [liveTypes.registration, 'everyone'],
    [liveTypes.runPageUpdated, 'everyone'],
  ]);
  expect(events.at(-1)).toMatchObject({
    type: 'virtual-run.run-registered.v1',
    data: { rupeesMinor: 50_000, source: 'web', activityType: 'walk' },
  });
});

it('every field of the form is stored, and what the page asserts about the payment changes nothing (RUN-03, RUN-19)', async () => {
  const { _id: eventId } = await run.visitor.getRun();
  const form = {
    eventId,
    name: 'Every Field',
    email: 'every-field@runner.example',
    phone: '+91 90000 00000',
    pronouns: 'Ze/Hir',
    location: 'Pune',
    activityType: 'wheel',
    distanceKm: 7.5,
    tshirtSize: 'Other',
    fundraisingGoal: 2_500,
    amountPaid: 500,
    additionalInfo: 'A ramp, please',
    consentMarketing: true,
  };
  const asserted = { clientAmount: 1, clientSecret: 'x', paymentCurrency: 'USD', paymentAmount: 1 };
  const { paymentId } = await run.register({ ...form, ...asserted, paymentProvider: 'cashfree' });
  const { results } = await run.admin.listRegistrations({ query: { q: 'every-field' } });

  expect(results).toMatchObject([
    {
      ...form,
      consentData: true,
      paymentId,
      paymentStatus: 'paid',
      paymentProvider: 'stripe',
      source: 'web',
    },
  ]);
  expect(Date.parse(results[0]?.createdAt ?? '')).toBeGreaterThan(0);
});

it('trackers such as Strava are out of scope, which the README says (RUN-35)', () => {
  expect(readFileSync(new URL('../README.md', import.meta.url), 'utf8')).toMatch(
    /Strava are out of scope\s+\(RUN-35\)/,
  );
});

it('a closed browser: the paid fee registers its draft by itself, once (P59)', async () => {
  const { draftId } = await run.visitor.createDraft({ body: form({ displayName: 'Drafted' }) });
  const before = await run.total();
  const paid = await run.feePaid({ runDraftId: draftId });
  await run.feePaid({ ...paid, runDraftId: draftId });
  const late = await run.visitor.register({ body: { ...form(), paymentId: paid.paymentId, draftId } });

  expect((await run.total()).total).toBe(before.total + 1);
  expect(late.status).toBe('paid');
  expect((await run.visitor.getPage({ params: { slug: late.slug } })).displayName).toBe('Drafted');
});

describe('the period of registration, to the millisecond (P63, RUN-11, RUN-22)', () => {
  const opens = '2026-09-14T18:30:00.000Z';
  const standard = '2026-10-31T18:30:00.000Z';
  const closes = '2026-12-09T18:29:59.999Z';
  const ends = '2026-12-10T18:29:59.999Z';
  const early = 'Registration opens on 15 September 2026.';
  const outcome = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'accepted',
      ({ status, message }: { status: number; message: string }) => `${status} ${message}`,
    );

  it.each([
    ['the opening', opens, -1, `409 ${early}`, 'closed, no phase'],
    ['the opening', opens, 0, 'accepted', 'open, Early bird'],
    ['the opening', opens, 1, 'accepted', 'open, Early bird'],
    ['the next phase', standard, -1, 'accepted', 'open, Early bird'],
    ['the next phase', standard, 0, 'accepted', 'open, Standard'],
    ['the next phase', standard, 1, 'accepted', 'open, Standard'],
    ['the closing', closes, -1, 'accepted', 'open, Standard'],
    ['the closing', closes, 0, 'accepted', 'open, Standard'],
    ['the closing', closes, 1, `409 ${runTexts.closed}`, 'closed, no phase'],
    ['the end of the event', ends, -1, `409 ${runTexts.closed}`, 'closed, no phase'],
    ['the end of the event', ends, 0, `409 ${runTexts.closed}`, 'closed, no phase'],
    ['the end of the event', ends, 1, `409 ${runTexts.closed}`, `404 ${runTexts.eventUnavailable}`],
  ])('%s (%s) and %i ms: a form is %s, the event is %s', async (_edge, at, ms, answer, event) => {
    // stands still: a test takes longer than a millisecond
    vi.spyOn(run.service.clock, 'now').mockImplementation(() => new Date(Date.parse(at) + ms));
    const { paymentId } = await run.feePaid();
    const shown = await run.visitor.getRun().then(
      ({ isOpen, phase }) => `${isOpen ? 'open' : 'closed'}, ${phase ?? 'no phase'}`,
      ({ status, message }: { status: number; message: string }) => `${status} ${message}`,
    );
    const answers = [
      await outcome(run.visitor.createDraft({ body: form() })),
      await outcome(run.visitor.register({ body: { ...form(), paymentId } })),
    ];

    expect([...answers, shown]).toEqual([answer, answer, event]);
  });

  it.each([
    [0, 'accepted'],
    [1, `409 ${runTexts.closed}`],
  ])('money that came %i ms after the closing, without a form before: %s (P63)', async (ms, expected) => {
    run.service.clock.set(new Date(Date.parse(closes) + 60_000));
    const paidAt = new Date(Date.parse(closes) + ms).toISOString();
    const { paymentId } = await run.feePaid({ paidAt });
    const listed = async () =>
      (await run.admin.listUnmatchedPayments({ query: { minutes: 0 } })).some(
        (one) => one.paymentId === paymentId,
      );

    expect(await outcome(run.visitor.register({ body: { ...form(), paymentId } }))).toBe(expected);
    expect(await listed()).toBe(expected !== 'accepted');
  });
});

it('the fee of the phase in which a form was stored or paid counts, also after the next phase began (RUN-07, RUN-11)', async () => {
  await using other = await bootRun();
  const { _id, isPublished, revision, ...event } = await other.admin.getEvent();
  const [early, standard] = event.phases;
  if (!early || !standard) expect.unreachable();
  const phases = [early, { ...standard, minFee: 800 }];
  await other.admin.saveEvent({ body: { ...event, isPublished, revision, phases } });
  other.service.clock.set(new Date(Date.parse(standard.from) - 60_000));
  const { draftId } = await other.visitor.createDraft({ body: form() });
  const { paymentId } = await other.feePaid();
  other.service.clock.set(new Date(Date.parse(standard.from) + 60_000));

  // the report of its payment comes later
  const late = await other.visitor.register({ body: { ...form(), draftId, paymentId: 'pi_of_draft' } });
  expect(late.status).toBe('awaiting-payment');
  expect((await other.visitor.register({ body: { ...form(), paymentId } })).status).toBe('paid');
  const body = { ...form(), paymentId: 'pi_too_low' };
  expect((await refusal(other.visitor.register({ body }))).message).toBe('Enter a valid fee');
});

it('twenty parallel registrations with one payment are one, with one address (RUN-27)', async () => {
  const before = await run.total();
  const { paymentId } = await run.feePaid();
  const body = { ...form(), paymentId };
  const answers = await Promise.all(Array.from({ length: 20 }, () => run.visitor.register({ body })));

  expect(new Set(answers.map(({ slug }) => slug)).size).toBe(1);
  expect((await run.total()).total).toBe(before.total + 1);
});

it('another amount than the provider’s is 409 and stores nothing (RUN-28)', async () => {
  const before = await run.total();
  const { paymentId } = await run.feePaid({ minor: 50_000 });
  const body = { ...form({ amountPaid: 600 }), paymentId };
  const { status, message } = await refusal(run.visitor.register({ body }));
  const { results } = await run.admin.listRegistrations({ query: { q: 'asha@runner' } });

  expect([status, message]).toEqual([409, runTexts.feeMismatch]);
  expect(await run.total()).toEqual(before);
  expect(results.filter((one) => one.paymentId === paymentId)).toEqual([]);
});

it('without its money a registration awaits payment, is no page and does not count; the fee makes it paid (RUN-12, RUN-26, P59)', async () => {
  const before = await run.total();
  const body = { ...form(), paymentId: 'pi_coming_later' };
  const { slug, status } = await run.visitor.register({ body });
  const hidden = await refusal(run.visitor.getPage({ params: { slug } }));

  expect([status, hidden.status, await run.total()]).toEqual(['awaiting-payment', 404, before]);

  await run.feePaid({ paymentId: 'pi_coming_later' });

  expect((await run.visitor.getPage({ params: { slug } })).slug).toBe(slug);
  expect((await run.total()).total).toBe(before.total + 1);
});

it('a refunded fee takes the runner out, before or after the success is known (P60)', async () => {
  const before = await run.total();
  const { slug, orderId, paymentId } = await run.register();
  await run.feeRefunded({ orderId, paymentId });

  expect((await refusal(run.visitor.getPage({ params: { slug } }))).status).toBe(404);

  const first = { orderId: 'refund-before-success', paymentId: 'pi_refund_first' };
  await run.feeRefunded(first);
  const { draftId } = await run.visitor.createDraft({ body: form() });
  await run.feePaid({ ...first, runDraftId: draftId });

  expect(await run.total()).toEqual(before);
});

it('an unpaid registration is removed after a day, and a draft after two', async () => {
  await run.visitor.register({ body: { ...form({ email: 'gone@runner.example' }), paymentId: 'pi_never' } });
  run.service.clock.advance(25 * 3_600_000);
  await run.service.runJob('expire-drafts');
  const { total } = await run.admin.listRegistrations({ query: { q: 'gone@runner' } });

  expect(total).toBe(0);
});

it('registrations of one millisecond have one order on all pages, whatever the order of their storage', async () => {
  const registrations = run.service.internals.store.connection.collection<{ _id: string }>('registrations');
  await run.register({ name: 'Same Moment', displayName: 'Same' });
  const stored = await registrations.findOneAndDelete({ name: 'Same Moment' });
  const ids = ['run-2', 'run-4', 'run-1', 'run-3'];
  await registrations.insertMany(
    ids.map((id) => ({ ...stored, ...{ _id: id, pageKeys: [id], pageId: id, paymentId: id, draftId: id } })),
  );
  const page = async (number: number) =>
    (await run.admin.listRegistrations({ query: { q: 'same moment', page: number, pageSize: 2 } })).results;

  const found = [...(await page(1)), ...(await page(2))];

  expect(found.map(({ _id }) => _id)).toEqual(ids.toSorted().reverse());
});
