import type { Deps } from '../accounts/accounts.deps.ts';
import type { SessionsStore } from './sessions.store.ts';

export type SessionDeps = Deps & { readonly sessions: SessionsStore };
