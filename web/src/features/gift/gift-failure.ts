import { ApiError } from '@satrangi/contracts/pure';
import type { GiftAct } from './gift-form.ts';

const LATER: Readonly<Record<GiftAct, string>> = {
  see: 'We could not look it up just now. Your code stays valid: please try again.',
  open: 'We could not open it just now. Your code stays valid: please try again.',
};
const TOO_OFTEN =
  'Too many codes were tried from your connection. Your code stays valid: please wait a minute and try again.';
const OFFLINE = 'You are offline. Your code stays valid: please try again when you are back online.';
const LOGGED_OUT = 'Your login has ended. Your code is kept in this tab: log in again and open it here.';

/** Why a code could not be looked up or opened: the sentence of the service, or what to do. */
export const giftFailure = (error: unknown, act: GiftAct): string => {
  if (!(error instanceof ApiError)) return navigator.onLine ? LATER[act] : OFFLINE;
  if (error.status === 429) return TOO_OFTEN;
  if (error.status === 401) return LOGGED_OUT;
  return error.status < 500 ? error.message : LATER[act];
};
