import type { SessionDeps } from '../sessions/sessions.deps.ts';
import type { ErasuresStore } from './erasures.store.ts';

export type PrivacyDeps = SessionDeps & { readonly erasures: ErasuresStore };
