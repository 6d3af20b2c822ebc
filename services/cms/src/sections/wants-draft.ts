import { type Caller, Refusal } from '@satrangi/chassis';

/**
 * True for a request of an editor for unpublished content.
 * @param field the query field that requests it, `1` or absent
 * @throws Refusal not-authenticated, not-allowed for other callers
 */
export const wantsDraft = (field: '1' | undefined, caller: Caller | undefined): boolean => {
  if (field === undefined) return false;
  if (!caller) throw new Refusal('not-authenticated', 'Sign in first');
  if (caller.role !== 'ADMIN') throw new Refusal('not-allowed', 'Forbidden');
  return true;
};
