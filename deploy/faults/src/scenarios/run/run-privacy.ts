/** P62: a page shows what its runner chose and nothing else, its address cannot be guessed, and changes are visible at once. */
import { randomBytes, randomUUID } from 'node:crypto';
import { databaseName, EDIT_TOKEN_HEADER, kolkataDay } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Fixture } from '../../fixture.ts';
import { forEachConcurrently } from '../../http.ts';
import { openLiveStream } from '../../live-stream.ts';
import { restoredScenario, type Trial, unless } from '../trial.ts';
import { createDraft, createPage, startFee, startGift } from './run-payments.ts';
import { adminOf, openRegistration, restartRun, visitorOf } from './run-platform.ts';
import { tracesOf, unwalked, walkAnswers } from './run-walk.ts';

type Size = {
  /** Pages that are renamed, hidden and cancelled. */
  readonly changes: number;
  /** Addresses whose letters are counted. */
  readonly addresses: number;
  /** Longest wait until a change is visible, in ms; a busy machine needs more than the second of the promise. */
  readonly visibleMs: number;
};

const SETTLED_MS = 20_000;
const CONCURRENCY = 6;
const RANDOM_LETTERS = 13;
const LETTERS = 32;
const BITS = 65;
/** What counting so few letters may miss of the bits of one address. */
const BITS_SLACK = 1;
const HIDDEN_RUPEES = 4_321.09;

const word = (kind: string): string => `${kind}${randomBytes(6).toString('hex')}`;

type StoredRunner = { readonly _id: string; readonly slug: string; readonly paymentId: string };
type StoredGift = { readonly _id: string; readonly receipt?: string };
const storeOf = ({ mongo }: Fixture) => mongo.db(databaseName('virtual-run'));

/** The token of the private link that was mailed to an address. */
const mailedToken = async ({ sandbox }: Fixture, email: string): Promise<string> => {
  const token = await poll(async () => {
    const mails = await sandbox.mailsTo(email);
    return mails.map(({ text }) => /#t=\S+\.([\w-]+)$/m.exec(text)?.[1]).find(Boolean) ?? null;
  }, SETTLED_MS);
  if (!token) throw new Error('no private link was mailed');
  return token;
};
const linkHeaders = (token: string) => ({ headers: { [EDIT_TOKEN_HEADER]: token } });

type Runner = {
  readonly slug: string;
  /** What no public answer may contain, by field. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly donorSecrets: Readonly<Record<string, string>>;
  /** What the page has to contain. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly receipt: string;
};

const giveTwice = async (fixture: Fixture, slug: string) => {
  const [hidden, named] = [word('giver'), word('friend')];
  const amount = Math.round(HIDDEN_RUPEES * 100);
  const gifts = [await startGift(fixture, slug, amount - 10_000), await startGift(fixture, slug, 0)] as const;
  const words = [
    { name: hidden, message: '', isAnonymous: true, showAmount: false },
    { name: named, message: word('hello'), isAnonymous: false, showAmount: true },
  ] as const;
  for (const [n, { orderId, paymentSessionId }] of gifts.entries()) {
    await fixture.sandbox.payCashfree(paymentSessionId);
    await visitorOf(fixture).giftWords({ params: { orderId }, body: words[n] ?? words[0] });
  }
  const stored = await poll(async () => {
    const found = await storeOf(fixture)
      .collection<StoredGift>('gifts')
      .find({ _id: { $in: gifts.map(({ orderId }) => String(orderId)) }, minor: { $exists: true } })
      .toArray();
    return found.length === gifts.length && found;
  }, SETTLED_MS);
  if (!stored) throw new Error('the gifts did not arrive');
  return { hidden, named, message: words[1].message, orderIds: gifts.map(({ orderId }) => orderId), stored };
};

/** A runner who paid, with a word in each private field and gifts of a hidden and a named giver. */
const paidRunner = async (fixture: Fixture): Promise<Runner> => {
  const email = `${word('mail')}@faults.example`;
  const goal = 87_654_321;
  const privateFields = {
    name: `${word('legal')} ${word('family')}`,
    phone: '+91 77123 45987',
    location: word('place'),
    additionalInfo: word('info'),
  };
  const chosen = { displayName: word('shown'), story: word('story'), pronouns: 'They/Them' };
  const draftId = await createDraft(fixture, email, {
    ...privateFields,
    ...chosen,
    showPronouns: true,
    fundraisingGoal: goal,
  });
  const fee = await startFee(fixture, email, draftId);
  await fixture.sandbox.payStripe(fee.clientSecret);
  const registrations = storeOf(fixture).collection<StoredRunner & { email: string; state: string }>(
    'registrations',
  );
  const stored = await poll(() => registrations.findOne({ email, state: 'paid' }), SETTLED_MS);
  if (!stored) throw new Error('the fee did not register its form');
  const token = await mailedToken(fixture, email);
  const { slug } = stored;
  const run = visitorOf(fixture);
  await run.editPage({ params: { slug }, body: { showGoal: false } }, linkHeaders(token));
  const gifts = await giveTwice(fixture, slug);
  const [first = '', last = ''] = privateFields.name.split(' ');
  return {
    slug,
    chosen: { ...chosen, giver: gifts.named, message: gifts.message },
    donorSecrets: { 'hidden amount': String(HIDDEN_RUPEES) },
    receipt: gifts.stored.find(({ receipt }) => receipt)?.receipt ?? 'none',
    secrets: {
      ...privateFields,
      name: first,
      'family name': last,
      email,
      goal: String(goal),
      'hidden giver': gifts.hidden,
      'mail of a giver': 'giver@faults.example',
      'private link': token,
      registration: stored._id,
      payment: stored.paymentId,
      draft: draftId,
      'order of the fee': fee.orderId,
      ...Object.fromEntries(gifts.orderIds.map((id, n) => [`order of gift ${n}`, id])),
    },
  };
};

/** Fields that a public answer contains, with the answer. */
const findLeaks = async (fixture: Fixture, runner: Runner): Promise<string[]> => {
  const messages: string[] = [];
  const stream = await openLiveStream(fixture.api, null, (message) => messages.push(JSON.stringify(message)));
  const { slug, receipt, secrets, donorSecrets, chosen } = runner;
  const answers = await walkAnswers(fixture, { slug, receipt, day: kolkataDay(new Date()) });
  stream.close();
  const all = [...answers, { from: 'the event stream', text: messages.join() }];
  const found = (words: Readonly<Record<string, string>>, from: (name: string) => boolean) =>
    all
      .filter((answer) => from(answer.from))
      .flatMap(({ from: name, text }) =>
        Object.entries(words)
          .filter(([, value]) => text.includes(value))
          .map(([field]) => `${name} shows ${field}`),
      );
  const page = all.find(({ from }) => from === 'getPage')?.text ?? '';
  return [
    ...found(secrets, () => true),
    // the public ledger lists amounts, of no page
    ...found(donorSecrets, (name) => name === 'getPage' || name === 'listDonors'),
    ...Object.entries(chosen)
      .filter(([, value]) => !page.includes(value))
      .map(([field]) => `the page does not show ${field}`),
  ];
};

/** Bits of an address, from how often each letter occurs (Shannon, with the Miller-Madow correction). */
const bitsOf = (slugs: readonly string[]): number => {
  const letters = slugs.flatMap((slug) => [...(/[a-z0-9]*$/.exec(slug)?.[0] ?? '')]);
  const counts = new Map<string, number>();
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / letters.length);
  const plain = -shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
  const corrected = plain + (counts.size - 1) / (2 * letters.length * Math.LN2);
  return (Math.min(Math.log2(LETTERS), corrected) * letters.length) / slugs.length;
};

/** Renames, hides and cancels a page whose answers the gateway keeps. @returns ms until each was visible; null: never */
const changePage = async (fixture: Fixture, visibleMs: number): Promise<(number | null)[]> => {
  const [email, first, second] = [`${word('change')}@faults.example`, word('before'), word('after')];
  const run = visitorOf(fixture);
  const desk = adminOf(fixture);
  const created = await desk.createRegistration({
    body: { name: first, displayName: first, email, isListed: true },
  });
  const link = linkHeaders(await mailedToken(fixture, email));
  const edit = (slug: string, body: object) => run.editPage({ params: { slug }, body }, link);
  const { slug } = await edit(created.slug, { nameInAddress: true });
  const untilGone = async (address: string, text: string, change: () => Promise<unknown>) => {
    // twice: the second one is a kept answer
    await tracesOf(fixture, address, text);
    await tracesOf(fixture, address, text);
    await change();
    const began = performance.now();
    const isGone = await poll(
      async () => (await tracesOf(fixture, address, text)).length === 0,
      visibleMs,
      20,
    );
    return isGone ? performance.now() - began : null;
  };
  const renamed = { slug };
  const times = [
    await untilGone(slug, first, async () => {
      renamed.slug = (await edit(slug, { displayName: second })).slug;
    }),
    await untilGone(renamed.slug, second, () => edit(renamed.slug, { isPublic: false })),
  ];
  await edit(renamed.slug, { isPublic: true });
  times.push(
    await untilGone(renamed.slug, second, () => desk.cancelRegistration({ params: { id: created._id } })),
  );
  return times;
};

export const pagesKeepSecrets: Trial<Size> = async (fixture, { changes, addresses, visibleMs }) => {
  await openRegistration(fixture);
  const prefix = `private-${randomUUID().slice(0, 8)}`;
  const leaks = await findLeaks(fixture, await paidRunner(fixture));
  const slugs: string[] = [];
  await forEachConcurrently([...Array(addresses).keys()], CONCURRENCY, async (n) => {
    slugs.push(await createPage(fixture, prefix, n));
  });
  const times: (number | null)[] = [];
  for (let n = 0; n < changes; n += 1) times.push(...(await changePage(fixture, visibleMs)));
  const slowest = Math.round(Math.max(0, ...times.map((ms) => ms ?? visibleMs)));
  const late = times.filter((ms) => ms === null).length;
  const bits = bitsOf(slugs);
  const isShort = slugs.some((slug) => (/[a-z0-9]*$/.exec(slug)?.[0].length ?? 0) < RANDOM_LETTERS);
  const missing = unwalked();
  return {
    detail: `${addresses} addresses of ${bits.toFixed(1)} bits, ${times.length} changes visible after at most ${slowest} ms`,
    broken: [
      ...leaks,
      ...unless({
        [`${missing.join(', ')} not walked`]: missing.length === 0,
        [`addresses have ${bits.toFixed(1)} bits`]: !isShort && bits >= BITS - BITS_SLACK,
        'two addresses are equal': new Set(slugs).size === slugs.length,
        [`${late} changes are not visible after ${visibleMs} ms`]: late === 0,
      }),
    ],
  };
};

export const runPrivacy = restoredScenario(
  'run privacy',
  'a page shows what was chosen, has a secret address, and changes at once (P62)',
  {
    trial: pagesKeepSecrets,
    sizeOf: ({ isNightly }) =>
      isNightly
        ? { changes: 50, addresses: 1_000, visibleMs: 1_000 }
        : { changes: 2, addresses: 60, visibleMs: 10_000 },
    restore: restartRun,
  },
);
