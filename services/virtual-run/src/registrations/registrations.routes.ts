import {
  clientAddress,
  type Exchange,
  enforceRateLimit,
  type Handlers,
  type RateLimiter,
} from '@satrangi/chassis';
import { runTexts, type virtualRunApi } from '@satrangi/contracts';
import type { createDraft } from './create-draft.ts';

type Register = Handlers<typeof virtualRunApi>['register'];
type Deps = {
  readonly create: ReturnType<typeof createDraft>;
  readonly register: (
    body: Parameters<Register>[0]['body'],
    userId: NonNullable<Parameters<Register>[1]>['userId'] | null,
  ) => ReturnType<Register>;
  readonly limiter: RateLimiter<'runWrite' | 'runLink'>;
  readonly internalSecret: string;
};

export const registrationsRoutes = ({
  create,
  register,
  limiter,
  internalSecret,
}: Deps): Pick<Handlers<typeof virtualRunApi>, 'createDraft' | 'register'> => {
  const limit = async (exchange: Exchange): Promise<void> =>
    enforceRateLimit(
      runTexts.tooMany,
      await limiter.byAddress.consume('runWrite', clientAddress(exchange, internalSecret)),
    );
  return {
    createDraft: async ({ body }, caller, exchange) => {
      await limit(exchange);
      const { _id, feeMinor, expiresAt } = await create(body, caller?.userId ?? null);
      return { draftId: _id, feeMinor, currency: 'INR', expiresAt: expiresAt.toISOString() };
    },
    register: async ({ body }, caller, exchange) => {
      await limit(exchange);
      return register(body, caller?.userId ?? null);
    },
  };
};
