import type { z } from 'zod';
import { invalidRequest } from './stripe-errors.ts';

/** @throws ProviderRefusal in Stripe's words for a missing or invalid parameter */
export const parsed = <Shape>(schema: z.ZodType<Shape>, value: unknown): Shape => {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const param = issue?.path.join('.') ?? '';
  const isMissing = issue?.code === 'invalid_type' && !Object.hasOwn(Object(value), param);
  throw invalidRequest(isMissing ? `Missing required param: ${param}.` : `Invalid ${param}`, {
    ...(isMissing && { code: 'parameter_missing' }),
    param,
  });
};
