import type { Deps } from '../accounts/accounts.deps.ts';
import type { PendingRegistrationsStore } from './pending-registrations.store.ts';

export type RegistrationDeps = Deps & { readonly pendingRegistrations: PendingRegistrationsStore };
