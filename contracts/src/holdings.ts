import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { UserId } from './schemas.ts';

/**
 * The question of identity before it erases an account whose address was never proved (decision 0053): does this service
 * hold anything for the account? Every service that erases accounts answers it.
 */
export const holdingsApi = <S extends string>(service: S) =>
  defineApi({
    holdings: {
      method: 'GET',
      path: `/internal/${service}/holdings/:userId`,
      access: 'service',
      summary:
        'Does this service hold anything for the account, or could it soon? `unavailable` until the service refuses login tokens of versions below `tokenVersion`',
      params: z.object({ userId: UserId }),
      query: z.object({
        tokenVersion: z.coerce
          .number()
          .int()
          .min(0)
          .default(0)
          .describe('lowest version a login token of the account may have'),
      }),
      response: z.object({ owns: z.boolean() }),
      problems: ['unavailable'],
    },
  });
export type HoldingsApi = ReturnType<typeof holdingsApi<string>>;
