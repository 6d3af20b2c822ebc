import { setTimeout as wait } from 'node:timers/promises';
import {
  ApiError,
  createClient,
  EDIT_TOKEN_HEADER,
  kolkataDay,
  paymentsApi,
  RunForm,
  virtualRunApi,
} from '@satrangi/contracts';
import { z } from 'zod';
import { patiently } from './patiently.ts';
import { readContent } from './read-content.ts';

const DAY_MS = 86_400_000;
const MAIL_POLL_MS = 100;
const MAIL_POLLS = 50;

const Gift = z.strictObject({
  rupees: z.int().positive(),
  words: z
    .strictObject({
      name: z.string().max(60),
      message: z.string().max(280),
      isAnonymous: z.boolean(),
      showAmount: z.boolean(),
    })
    .optional(),
});

const Runner = z.strictObject({
  name: z.string().min(1),
  displayName: z.string().min(1),
  pronouns: RunForm.shape.pronouns,
  showPronouns: z.boolean().default(false),
  activityType: RunForm.shape.activityType,
  distanceKm: z.number().positive(),
  goal: z.int().positive(),
  fee: z.int().positive(),
  story: z.string().min(1).max(2_000),
  nameInAddress: z.boolean().default(false),
  km: z.array(z.tuple([z.int().min(0), z.number().positive()])),
  gifts: z.array(Gift),
});

/** An invented runner: `km` are kilometres logged so many days ago, amounts are in rupees. */
export type SeedRunner = z.output<typeof Runner> & { readonly slug: string };

/** All demo runners: `content/runners/<slug>.json`. */
export const loadSeedRunners = (): Promise<SeedRunner[]> => readContent('runners', Runner);

export type RunnerSeedOptions = {
  /** Base URLs of the two services: the rate limits of the gateway are for people. */
  readonly runUrl: string;
  readonly paymentsUrl: string;
  /** URL of the sandbox with its path: it takes the payments. */
  readonly sandboxUrl: string;
  /** Of the sandbox, when it has one. */
  readonly sandboxPassword: string | null;
  readonly runners: readonly SeedRunner[];
  /** Called when a runner is registered: it must not be seeded again. */
  readonly onRegistered: (runner: SeedRunner) => void;
};

const emailOf = (slug: string): string => `${slug}@runners.example`;

/** The form of a runner, as the page sends it. */
export const formOf = ({ slug, name, displayName, pronouns, activityType, ...rest }: SeedRunner) => ({
  name,
  displayName,
  email: emailOf(slug),
  pronouns,
  showPronouns: rest.showPronouns,
  activityType,
  distanceKm: rest.distanceKm,
  fundraisingGoal: rest.goal,
  amountPaid: rest.fee,
  story: rest.story,
  nameInAddress: rest.nameInAddress,
  isListed: true,
  consentData: true as const,
});

const sandboxClient = ({
  sandboxUrl,
  sandboxPassword,
}: Pick<RunnerSeedOptions, 'sandboxUrl' | 'sandboxPassword'>) => {
  const basic = Buffer.from(`seed:${sandboxPassword}`).toString('base64');
  const authorization = sandboxPassword === null ? {} : { authorization: `Basic ${basic}` };
  const call = async (below: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${sandboxUrl}${below}`, {
      headers: { 'content-type': 'application/json', ...authorization },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`the sandbox answers ${response.status} to ${below}`);
    return response.json();
  };
  const mailedLink = /\/run\/edit#t=(?<slug>\S+)\.(?<token>[\w-]+)$/m;
  return {
    payCard: (clientSecret: string) =>
      call('/stripe/pay', { clientSecret, outcome: 'succeeded', webhook: 'send' }),
    payCashfree: (paymentSessionId: string) =>
      call('/cashfree/pay', { paymentSessionId, outcome: 'success', webhook: 'send' }),
    /** The token of the private link that was mailed to an address; null when no mail arrives. */
    mailedToken: async (to: string): Promise<string | null> => {
      for (let poll = 0; poll < MAIL_POLLS; poll += 1) {
        const mails = z
          .array(z.object({ text: z.string() }))
          .parse(await call(`/mail?to=${encodeURIComponent(to)}`));
        const token = mails.map(({ text }) => mailedLink.exec(text)?.groups?.token).find(Boolean);
        if (token) return token;
        await wait(MAIL_POLL_MS);
      }
      return null;
    },
  };
};

/**
 * Registers demo runners as visitors do: form, fee, registration, gifts with words, and kilometres by the private link. All
 * money is paid at the sandbox, so the sums of pages are those of payments. Without an open registration it does nothing.
 * @returns the number of registered runners
 */
export const seedRunners = async (options: RunnerSeedOptions): Promise<number> => {
  const run = createClient(virtualRunApi, { baseUrl: options.runUrl });
  const payments = createClient(paymentsApi, { baseUrl: options.paymentsUrl });
  const sandbox = sandboxClient(options);

  const register = async (runner: SeedRunner): Promise<string> => {
    const form = formOf(runner);
    const { draftId, feeMinor } = await run.createDraft({ body: form });
    const { name, email } = form;
    const body = { purpose: 'virtual-run', provider: 'stripe', amount: feeMinor, currency: 'INR' } as const;
    const started = await payments.createPayment({ body: { ...body, name, email, runDraftId: draftId } });
    if (started.provider !== 'stripe') throw new Error('a run fee is paid by card');
    await sandbox.payCard(started.clientSecret);
    const { paymentIntentId: paymentId } = started;
    const { slug } = await patiently(
      () => run.register({ body: { ...form, draftId, paymentId } }),
      undefined,
    );
    return slug;
  };

  const give = async (runSlug: string, { rupees, words }: SeedRunner['gifts'][number]): Promise<void> => {
    const giver = { name: words?.name || 'A friend', email: 'giver@friends.example' };
    const body = { purpose: 'contribution', country: 'IN', currency: 'INR', amount: rupees * 100 } as const;
    const started = await payments.createPayment({ body: { ...body, ...giver, runSlug } });
    if (started.provider === 'cashfree') await sandbox.payCashfree(started.paymentSessionId);
    else await sandbox.payCard(started.clientSecret);
    if (words) await run.giftWords({ params: { orderId: started.orderId }, body: words });
  };

  const logKm = async (slug: string, { slug: id, km }: SeedRunner, firstDay: string): Promise<void> => {
    const token = await sandbox.mailedToken(emailOf(id));
    if (token === null) return;
    for (const [daysAgo, distance] of km) {
      const date = kolkataDay(new Date(Date.now() - daysAgo * DAY_MS));
      if (date < firstDay) continue;
      const call = { params: { slug }, body: { date, km: distance } };
      await run.logKm(call, { headers: { [EDIT_TOKEN_HEADER]: token } });
    }
  };

  const event = await run.getRun().catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not-found') return null;
    throw error;
  });
  if (!event?.isOpen) return 0;
  const firstDay = kolkataDay(new Date(event.registrationStartsAt));
  await Promise.all(
    options.runners.map(async (runner) => {
      const slug = await register(runner);
      options.onRegistered(runner);
      for (const gift of runner.gifts) await give(slug, gift);
      await logKm(slug, runner, firstDay);
    }),
  );
  return options.runners.length;
};
