import type { SessionDeps } from '../sessions/sessions.deps.ts';
import type { InvitationsStore } from './invitations.store.ts';

export type InvitationDeps = SessionDeps & { readonly invitations: InvitationsStore };
