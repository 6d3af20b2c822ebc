import type { PrivacyDeps } from '../privacy/privacy.deps.ts';
import type { UnprovedAccountsStore } from './unproved-accounts.store.ts';

export type UnprovedDeps = PrivacyDeps & { readonly unprovedAccounts: UnprovedAccountsStore };
