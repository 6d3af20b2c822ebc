import { z } from 'zod';
import { isEmail, NAME_MAX } from './accounts.ts';
import { Instant } from './schemas.ts';
import { runActivities, runPronouns, runTexts, runTshirtSizes } from './virtual-run-texts.ts';

export const RunActivity = z.enum(runActivities, runTexts.activityMissing);
export type RunActivity = z.infer<typeof RunActivity>;
const emptyIsNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable().default(null));
export const RunPronouns = emptyIsNull(z.enum(runPronouns));
export const TshirtSize = emptyIsNull(z.enum(runTshirtSizes));

/** A number, or its text as forms send it. */
const numeric = (message: string) =>
  z
    .union([z.number(), z.string().trim().min(1).max(20)], message)
    .transform(Number)
    .pipe(z.number(message));
/** Names and the like have one line: control characters and line breaks become spaces. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
const text = (max: number) => z.string().trim().max(max).default('');
const line = (max: number) => z.string().overwrite(oneLine).trim().max(max).default('');

export const runName = z
  .string(runTexts.nameRequired)
  .overwrite(oneLine)
  .trim()
  .min(1, runTexts.nameRequired)
  .max(NAME_MAX);
export const runEmail = z
  .string(runTexts.emailInvalid)
  .trim()
  .max(254, runTexts.emailInvalid)
  .refine(isEmail, runTexts.emailInvalid);
export const runDistance = numeric(runTexts.distanceInvalid)
  .refine((km) => km > 0 && km <= 10_000, runTexts.distanceInvalid)
  .transform((km) => Math.max(0.1, Math.round(km * 10) / 10));
export const runGoal = z
  .union([z.number(), z.literal('').transform(() => 0), numeric('Enter a valid goal')])
  .pipe(z.number().min(0, 'Enter a valid goal').max(100_000_000, 'Enter a valid goal'))
  .describe('in rupees');
/** Whole paise, up to the error of binary fractions. */
const isPaise = (paise: number): boolean =>
  Number.isSafeInteger(Math.round(paise)) && Math.abs(paise - Math.round(paise)) < 1e-6;
const fee = numeric(runTexts.feeInvalid)
  .refine((rupees) => rupees > 0 && isPaise(rupees * 100), runTexts.feeInvalid)
  .describe('in rupees; the limits are those of the event');
export const displayName = z
  .string()
  .overwrite(oneLine)
  .trim()
  .max(60, 'A display name can have at most 60 characters')
  .describe('the only public name; without it the first word of the name');
export const runStory = z.string().trim().max(2_000, 'A story can have at most 2,000 characters');

/** The registration form without its payment (checklist RUN-03 to RUN-10, RUN-38). */
export const RunForm = z.object({
  eventId: z.string().max(64).optional(),
  name: runName,
  email: runEmail,
  phone: line(30),
  pronouns: RunPronouns,
  location: line(120),
  activityType: RunActivity,
  distanceKm: runDistance,
  tshirtSize: TshirtSize,
  fundraisingGoal: runGoal.default(0),
  amountPaid: fee,
  additionalInfo: text(1_000),
  consentMarketing: z.boolean().default(false),
  consentData: z.literal(true, runTexts.consentMissing),
  displayName: displayName.default(''),
  story: runStory.default(''),
  isListed: z.boolean().default(false).describe('shown in the list of pages and to search engines'),
  nameInAddress: z.boolean().default(false).describe('the display name is part of the address'),
  showPronouns: z.boolean().default(false).describe('the pronouns are on the page'),
});
export type RunForm = z.output<typeof RunForm>;

const ignored = z.unknown().optional().describe('accepted and ignored: the provider decides');

/** The form with its payment (checklist RUN-03). */
export const RunRegistration = RunForm.extend({
  paymentId: z
    .string(runTexts.paymentUnknown)
    .regex(/^[A-Za-z0-9_-]{1,80}$/, runTexts.paymentUnknown)
    .describe('the Stripe payment intent'),
  draftId: z.string().max(64).optional(),
  paymentProvider: ignored,
  clientAmount: ignored,
  clientSecret: ignored,
  paymentCurrency: ignored,
  paymentAmount: ignored,
  paymentSignature: ignored,
});

const Phase = z.object({
  name: z.string().trim().min(1, 'Name required').max(60),
  from: Instant,
  to: Instant,
  minFee: z.int().positive().nullable().default(null).describe('in rupees; null: that of the event'),
});
export type RunPhase = z.output<typeof Phase>;

/** What an admin saves of the event; registration opens with the first phase. */
export const RunEventDraft = z.object({
  title: z.string().trim().min(1, 'Title required').max(120),
  tagline: z.string().trim().max(200).default(''),
  minFee: z.int(runTexts.feeInvalid).positive(runTexts.feeInvalid).describe('in rupees'),
  maxFee: z.int(runTexts.feeInvalid).positive(runTexts.feeInvalid).describe('in rupees'),
  startsAt: Instant,
  registrationEndsAt: Instant,
  endsAt: Instant,
  hoursToFinish: z.int().positive().max(10_000),
  phases: z.array(Phase).min(1, 'At least one phase').max(10),
  isPublished: z.boolean().default(true),
});
export type RunEventDraft = z.output<typeof RunEventDraft>;

/** The event as the page shows it (checklist RUN-01, RUN-11, RUN-32). */
export const RunEvent = RunEventDraft.omit({ isPublished: true }).extend({
  _id: z.string(),
  currency: z.literal('INR'),
  registrationStartsAt: Instant,
  phase: z.string().nullable().describe('name of the present phase'),
  isOpen: z.boolean().describe('a registration is accepted now'),
  activityTypes: z.array(RunActivity),
  tshirtSizes: z.array(z.string()),
  pronouns: z.array(z.string()),
});
export type RunEvent = z.infer<typeof RunEvent>;
