import type { Handlers } from '@satrangi/chassis';
import type { identityApi } from '@satrangi/contracts';
import type { Needs } from '../accounts/accounts.needs.ts';
import { accountSentences } from '../accounts/accounts.rules.ts';
import { addressOfCaller } from '../attempts/address-of-caller.ts';
import { confirmEmail } from '../new-email/confirm-email.ts';
import { askForReset } from './ask-for-reset.ts';
import type { RequestsStore } from './requests.store.ts';
import { resetPassword } from './reset-password.ts';

type Answers = Pick<Handlers<typeof identityApi>, 'forgotPassword' | 'resetPassword' | 'confirmEmail'>;

/** What a link in a mail leads to. */
export const recoveryRoutes = (needs: Needs, requests: RequestsStore): Answers => {
  const ask = askForReset({ ...needs, requests });
  const reset = resetPassword(needs);
  const confirm = confirmEmail(needs);
  const profile = new URL('/profile', needs.config.PUBLIC_URL);

  return {
    forgotPassword: async ({ body }, _caller, exchange) => {
      await ask(body.email, addressOfCaller(exchange, needs.secret));
      return { message: accountSentences.resetAsked };
    },
    resetPassword: async ({ body }) => {
      await reset(body.token, body.password);
      return { message: accountSentences.resetDone };
    },
    confirmEmail: async ({ query }, _caller, { response }) => {
      const outcome = await confirm(query.token);
      response.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      response.redirect(303, `${profile.href}?email=${outcome}`);
    },
  };
};
