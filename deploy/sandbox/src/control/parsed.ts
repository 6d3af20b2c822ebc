import { z } from 'zod';
import { ProviderRefusal } from '../endpoint.ts';

/** Error body of the control API. */
export const problem = (status: number, code: string, message: string) =>
  new ProviderRefusal(status, { code, error: message, message });

/** @throws ProviderRefusal 400 with the validation errors */
export const parsed = <Shape>(schema: z.ZodType<Shape>, value: unknown): Shape => {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  throw problem(400, 'invalid-request', z.prettifyError(result.error));
};
