import type { UsageMetrics } from '@satrangi/contracts';

/** The fields of the two parts; each must be a number (checklist ADM-36). */
const fields = {
  whatsapp: ['sent', 'received'],
  aiconcierge: ['chatTo', 'chatFrom', 'minutesSpoken', 'ratePerMinute', 'cost'],
} as const;

export type UsageReading =
  | { readonly state: 'shown'; readonly usage: UsageMetrics }
  | { readonly state: 'empty' }
  | { readonly state: 'malformed' };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an answer field by field: older services and proxies answer other things than numbers. */
export const readUsage = (answer: unknown): UsageReading => {
  if (!isObject(answer) || Object.keys(answer).length === 0) return { state: 'empty' };
  const isComplete = Object.entries(fields).every(([part, names]) => {
    const values = answer[part];
    return isObject(values) && names.every((name) => Number.isFinite(values[name]));
  });
  // every field was checked above
  return isComplete ? { state: 'shown', usage: answer as UsageMetrics } : { state: 'malformed' };
};
