const parts = ['amount-check', 'rank-rule', 'price-lookup', 'sweeper'] as const;
export type SafetyPart = (typeof parts)[number];
export type IsOn = (part: SafetyPart) => boolean;

/**
 * Every safety part can be switched off in a test run, so that the tests can be seen to miss it. Anywhere else
 * all of them are on, whatever the environment says.
 */
export const safetyOf =
  ({ NODE_ENV, SAFETY_OFF }: { NODE_ENV: string; SAFETY_OFF: string }): IsOn =>
  (part) =>
    NODE_ENV !== 'test' || !SAFETY_OFF.split(',').includes(part);
