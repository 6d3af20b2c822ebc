import {
  RUN_FEE_MINOR,
  type RunEvent,
  type RunEventDraft,
  type RunPhase,
  runActivities,
  runPronouns,
  runTshirtSizes,
} from '@satrangi/contracts';

export type StoredEvent = RunEventDraft & { _id: string; revision: number };

const ist = (text: string): string => new Date(`${text}+05:30`).toISOString();

/** The event of a new data folder (checklist RUN-11). Admins change it. */
export const firstEvent: StoredEvent = {
  _id: 'global-virtual-run-2026',
  title: 'Global Virtual Run',
  tagline: 'Step by Step, Story by Story',
  minFee: 300,
  maxFee: 5_000,
  startsAt: ist('2026-12-08T00:00:00.000'),
  registrationEndsAt: ist('2026-12-09T23:59:59.999'),
  endsAt: ist('2026-12-10T23:59:59.999'),
  hoursToFinish: 72,
  phases: [
    {
      name: 'Early bird',
      from: ist('2026-09-15T00:00:00.000'),
      to: ist('2026-10-31T23:59:59.999'),
      minFee: null,
    },
    {
      name: 'Standard',
      from: ist('2026-11-01T00:00:00.000'),
      to: ist('2026-12-09T23:59:59.999'),
      minFee: null,
    },
  ],
  isPublished: true,
  revision: 1,
};

const at = (text: string): number => Date.parse(text);
const opensAt = ({ phases }: RunEventDraft): string =>
  phases.map(({ from }) => from).reduce((first, from) => (at(from) < at(first) ? from : first));
const isDuring = (now: Date, from: string, to: string): boolean =>
  at(from) <= now.getTime() && now.getTime() <= at(to);
const phaseAt = ({ phases }: RunEventDraft, now: Date): RunPhase | null =>
  phases.find(({ from, to }) => isDuring(now, from, to)) ?? null;

export const isOver = ({ endsAt }: Pick<RunEventDraft, 'endsAt'>, now: Date): boolean =>
  now.getTime() > at(endsAt);

export type Registering = 'open' | 'early' | 'closed';
export const registeringAt = (event: RunEventDraft, now: Date): Registering => {
  if (now.getTime() < at(opensAt(event))) return 'early';
  return now.getTime() > at(event.registrationEndsAt) ? 'closed' : 'open';
};

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
});
/** For instance 'Registration opens on 15 September 2026.' */
export const opensText = (event: RunEventDraft): string =>
  `Registration opens on ${dateFormat.format(at(opensAt(event)))}.`;

/** The limits of the fee at a time, in paise. */
export const feeLimits = (event: RunEventDraft, now: Date): { least: number; most: number } => ({
  least: (phaseAt(event, now)?.minFee ?? event.minFee) * 100,
  most: event.maxFee * 100,
});
export const isFee = (minor: number, event: RunEventDraft, now: Date): boolean => {
  const { least, most } = feeLimits(event, now);
  return Number.isSafeInteger(minor) && minor >= least && minor <= most;
};

/**
 * The field and the sentence that make an event impossible; null when it is possible.
 * @param before the event that a new one follows: the run shows the one that ends last
 */
export const eventError = (
  draft: RunEventDraft,
  before: Pick<RunEventDraft, 'endsAt'> | null = null,
): readonly [field: string, sentence: string] | null => {
  const fees = [draft.minFee, draft.maxFee, ...draft.phases.flatMap(({ minFee }) => minFee ?? [])];
  const isPayable = (rupees: number) =>
    rupees * 100 >= RUN_FEE_MINOR.least && rupees * 100 <= RUN_FEE_MINOR.most;
  if (!fees.every(isPayable) || draft.minFee > draft.maxFee) return ['minFee', 'Enter a valid fee'];
  if (draft.phases.some(({ from, to }) => at(from) >= at(to)))
    return ['phases', 'A phase ends after it begins'];
  if (at(draft.registrationEndsAt) > at(draft.endsAt))
    return ['registrationEndsAt', 'Registration ends before the event'];
  if (before && at(draft.endsAt) <= at(before.endsAt))
    return ['endsAt', 'A new event ends after the present one'];
  return at(draft.startsAt) >= at(draft.endsAt) ? ['endsAt', 'An event ends after it starts'] : null;
};

export const toRunEvent = (event: StoredEvent, now: Date): RunEvent => {
  const { revision: _revision, isPublished: _isPublished, ...shown } = event;
  return {
    ...shown,
    currency: 'INR',
    registrationStartsAt: opensAt(event),
    phase: phaseAt(event, now)?.name ?? null,
    isOpen: registeringAt(event, now) === 'open',
    activityTypes: [...runActivities],
    tshirtSizes: [...runTshirtSizes],
    pronouns: [...runPronouns],
  };
};
