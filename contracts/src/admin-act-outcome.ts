import { z } from 'zod';

/**
 * How a write of an admin ended. `refused`: a 4xx answer. `failed`: a 5xx answer. `unknown`: the process stopped before
 * the end was stored, so the write may have happened.
 */
export const AdminActOutcome = z.enum(['done', 'refused', 'failed', 'unknown']);
export type AdminActOutcome = z.infer<typeof AdminActOutcome>;
