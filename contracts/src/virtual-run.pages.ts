import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { Instant, OrderId } from './schemas.ts';
import { displayName, RunActivity, RunPronouns, runGoal, runStory } from './virtual-run.form.ts';
import { DONORS_SHOWN, EDIT_TOKEN_HEADER, runTexts } from './virtual-run-texts.ts';

/** One gift on a page. It holds no id, and no two gifts can be linked to one person. */
export const Donor = z.object({
  name: z.string().describe(`or '${runTexts.anonymous}'`),
  amount: z.number().nullable().describe('in rupees after refunds; null: the giver hides it'),
  message: z.string().nullable(),
  at: z.iso.date().describe('day in Asia/Kolkata'),
});
export type Donor = z.infer<typeof Donor>;

/** A page of a runner, as everybody sees it (checklist RUN-20, RUN-24). */
export const RunPage = z.object({
  pageId: z.string().describe('id of the live messages `run-page-updated`'),
  slug: z.string(),
  displayName: z.string(),
  pronouns: z.string().nullable().describe('null: none, or not shown'),
  activity: RunActivity,
  distance: z.number().describe('planned kilometres'),
  km: z.number().describe('logged kilometres'),
  story: z.string(),
  goal: z.number().describe('in rupees; 0: none, or not shown'),
  raised: z.number().describe('gifts in rupees, after refunds; fees never count'),
  raisedMinor: z.int().describe('the same in paise'),
  donors: z.array(Donor).describe(`the newest ${DONORS_SHOWN}`),
  donorCount: z.int(),
  endsAt: Instant,
  isOver: z.boolean(),
  canGive: z.boolean(),
  isListed: z.boolean(),
});
export type RunPage = z.infer<typeof RunPage>;

export const KmEntry = z.object({ date: z.iso.date('A day looks like 2026-12-08'), km: z.number() });

/** A page as its runner edits it. */
export const OwnRunPage = RunPage.extend({
  isPublic: z.boolean().describe('false: hidden, 404 for everybody else'),
  nameInAddress: z.boolean(),
  showGoal: z.boolean(),
  showWords: z.boolean().describe('names and messages of givers are on the page'),
  ownGoal: z.number().describe('in rupees, shown or not'),
  showPronouns: z.boolean(),
  ownPronouns: z.string().nullable().describe('shown or not'),
  log: z.array(KmEntry.extend({ entryId: z.string() })),
});
export type OwnRunPage = z.infer<typeof OwnRunPage>;

export const PageChanges = z.object({
  displayName: displayName.min(1, runTexts.nameRequired).optional(),
  fundraisingGoal: runGoal.optional(),
  story: runStory.optional(),
  showGoal: z.boolean().optional(),
  showWords: z.boolean().optional(),
  isListed: z.boolean().optional(),
  isPublic: z.boolean().optional(),
  nameInAddress: z.boolean().optional(),
  pronouns: RunPronouns.optional(),
  showPronouns: z.boolean().optional(),
});
export type PageChanges = z.output<typeof PageChanges>;

const Slug = z.string().max(120);
const bySlug = z.object({ slug: Slug });
const byToken = { access: 'public', params: bySlug } as const;
const live = ['run-page-updated'] as const;
const token = `The token of the private link is in the header \`${EDIT_TOKEN_HEADER}\`; the link is \`/run/edit#t=<slug>.<token>\`, also with an earlier slug`;

export const runPagesApi = defineApi({
  getPage: {
    method: 'GET',
    path: '/virtual-run/f/:slug',
    access: 'public',
    rate: 'cheap',
    invalidatedBy: live,
    summary:
      'The page of a runner: no email, phone or location. Unknown, hidden, unpaid and cancelled ones give the same 404 (checklist RUN-20, RUN-24, RUN-38)',
    params: bySlug,
    response: RunPage,
    problems: ['not-found'],
  },
  listDonors: {
    method: 'GET',
    path: '/virtual-run/f/:slug/donors',
    access: 'public',
    summary: 'All gifts of a page, newest first, paginated',
    params: bySlug,
    query: z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1) }),
    response: z.object({ donors: z.array(Donor), total: z.int(), page: z.int() }),
    problems: ['not-found'],
  },
  listPages: {
    method: 'GET',
    path: '/virtual-run/pages',
    access: 'public',
    rate: 'cheap',
    invalidatedBy: live,
    summary:
      'Pages of runners who asked to be listed, newest first, at most 200 and the cursor of the next ones',
    query: z.object({ cursor: z.string().max(120).optional().describe('`nextCursor` of the previous page') }),
    response: z.object({
      pages: z.array(
        RunPage.pick({
          slug: true,
          displayName: true,
          activity: true,
          distance: true,
          goal: true,
          raised: true,
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
    problems: ['validation-failed'],
  },
  openPage: {
    ...byToken,
    method: 'POST',
    path: '/virtual-run/f/:slug/open',
    summary: `The page as its runner edits it, with the present slug. ${token} (checklist RUN-33)`,
    response: OwnRunPage,
    problems: ['not-found'],
  },
  editPage: {
    ...byToken,
    method: 'PATCH',
    path: '/virtual-run/f/:slug',
    summary:
      'Changes display name, goal, story, pronouns, visibility. With the name in the address a new name makes a new address; the old one answers 404 (checklist RUN-33, IDN-44, BEY-06)',
    body: PageChanges,
    response: OwnRunPage,
    problems: ['not-found', 'validation-failed'],
  },
  logKm: {
    ...byToken,
    method: 'POST',
    path: '/virtual-run/f/:slug/activity',
    summary:
      'Logs kilometres of one day, until the end of the event; the same `entryId` is logged once (checklist RUN-34)',
    body: KmEntry.extend({
      km: z.number(runTexts.distanceInvalid).positive(runTexts.distanceInvalid).max(500),
      entryId: z
        .string()
        .regex(/^[A-Za-z0-9_-]{8,64}$/)
        .optional(),
    }),
    response: OwnRunPage,
    problems: ['not-found', 'event-closed', 'validation-failed'],
  },
  removeRegistration: {
    ...byToken,
    method: 'DELETE',
    path: '/virtual-run/f/:slug',
    summary: 'Erases what the runner wrote and closes the page; gifts and fee stay as amounts',
    response: z.object({ ok: z.literal(true) }),
    problems: ['not-found'],
  },
  sendEditLink: {
    method: 'POST',
    path: '/virtual-run/f/:slug/send-link',
    access: 'public',
    params: bySlug,
    summary: 'Mails the private link again; the same answer for known and unknown pages',
    response: z.object({ ok: z.literal(true), message: z.string() }),
    problems: ['too-many-requests'],
  },
  renewEditLink: {
    ...byToken,
    method: 'POST',
    path: '/virtual-run/f/:slug/renew-link',
    summary:
      'Ends the private link at once, for everybody who has it, and mails a new one to the runner. It is in no response: whoever else has the old link must not get the new one',
    response: z.object({ ok: z.literal(true) }),
    problems: ['not-found'],
  },
  giftWords: {
    method: 'POST',
    path: '/virtual-run/gifts/:orderId/words',
    access: 'public',
    summary:
      'Name and message of a gift, by the order id that its giver has just paid; once, and kept for 24 hours when the payment is not known yet. Without them a gift is anonymous',
    params: z.object({ orderId: OrderId }),
    body: z.object({
      name: z.string().trim().max(60).default(''),
      message: z.string().trim().max(500).default(''),
      isAnonymous: z.boolean().default(true),
      showAmount: z.boolean().default(true),
    }),
    response: z.object({ ok: z.literal(true) }),
    problems: ['too-late', 'too-many-requests', 'validation-failed'],
  },
});
