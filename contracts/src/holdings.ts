import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { UserId } from './schemas.ts';

/**
 * Identity calls this endpoint before it erases an account whose address was never verified (decision 0053). Every
 * erasing service implements it.
 */
export const holdingsApi = <S extends string>(service: S) =>
  defineApi({
    holdings: {
      method: 'GET',
      path: `/internal/${service}/holdings/:userId`,
      access: 'service',
      summary:
        'True when this service stores something for the account or could soon. `unavailable` until the service refuses login tokens of versions below `tokenVersion`',
      params: z.object({ userId: UserId }),
      query: z.object({
        tokenVersion: z.coerce
          .number()
          .int()
          .min(0)
          .default(0)
          .describe('minimum version of a valid login token of the account'),
      }),
      response: z.object({ owns: z.boolean() }),
      problems: ['unavailable'],
    },
  });
export type HoldingsApi = ReturnType<typeof holdingsApi<string>>;
