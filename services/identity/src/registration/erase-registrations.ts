import { Instant } from '@satrangi/contracts';
import { z } from 'zod';
import type { RegistrationDeps } from './registration.deps.ts';

const Erased = z.object({ mailbox: z.string(), at: Instant });

/** Worker: removes the registrations of an erased account's mailbox that were waiting for their link then. */
export const eraseRegistrationsOf =
  ({ pendingRegistrations }: Pick<RegistrationDeps, 'pendingRegistrations'>) =>
  async (data: unknown): Promise<void> => {
    const { mailbox, at } = Erased.parse(data);
    await pendingRegistrations.removeAllOf(mailbox, new Date(at));
  };
