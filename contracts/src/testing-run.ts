import type { z } from 'zod';
import type { RunEventChanges } from './virtual-run.admin.ts';

const DAY_MS = 86_400_000;

/** An event of ten days around now, for tests. @param endsAt the end of registration, in ms; without it in nine days */
export const anOpenRun = (
  title: string,
  endsAt = Date.now() + 9 * DAY_MS,
): z.input<typeof RunEventChanges> => {
  const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
  return {
    title,
    tagline: '',
    minFee: 300,
    maxFee: 5_000,
    startsAt: at(5),
    registrationEndsAt: new Date(endsAt).toISOString(),
    endsAt: at(10),
    hoursToFinish: 72,
    phases: [{ name: 'Standard', from: at(-5), to: at(10), minFee: null }],
    isPublished: true,
    startNew: false,
  };
};
