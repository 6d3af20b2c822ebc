import type { Handlers } from '@satrangi/chassis';
import { accountTexts, type identityApi, normaliseEmail } from '@satrangi/contracts';
import type { Needs } from '../accounts/accounts.needs.ts';
import { accountSentences } from '../accounts/accounts.rules.ts';
import { addressOfCaller } from '../attempts/address-of-caller.ts';
import { refuseWhenTired } from '../attempts/refuse-when-tired.ts';
import { throttleByAddress } from '../attempts/throttle.ts';
import { confirmEmail } from '../new-email/confirm-email.ts';
import { askForReset } from './ask-for-reset.ts';
import type { RequestsStore } from './requests.store.ts';
import { resetPassword } from './reset-password.ts';

type Answers = Pick<
  Handlers<typeof identityApi>,
  'forgotPassword' | 'resetPassword' | 'openConfirmation' | 'confirmEmail'
>;

/** What a link in a mail leads to. */
export const recoveryRoutes = (needs: Needs, requests: RequestsStore): Answers => {
  const ask = askForReset({ ...needs, requests });
  const reset = resetPassword(needs);
  const byAddress = throttleByAddress(needs);
  const confirm = confirmEmail(needs);
  const page = new URL('/confirm-email', needs.config.PUBLIC_URL);

  return {
    forgotPassword: async ({ body }, _caller, exchange) => {
      await ask(normaliseEmail(body.email ?? ''), addressOfCaller(exchange, needs.secret));
      return { message: accountSentences.resetAsked };
    },
    resetPassword: async ({ body }, _caller, exchange) => {
      const address = addressOfCaller(exchange, needs.secret);
      refuseWhenTired(await byAddress.begin('address', address));
      await reset(body.token, body.password);
      await byAddress.takeBack('address', address);
      return { message: accountSentences.resetDone };
    },
    openConfirmation: ({ query }, _caller, { response }) => {
      response.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      response.redirect(303, `${page.href}?${new URLSearchParams({ token: query.token })}`);
    },
    confirmEmail: async ({ body }, _caller, { response }) => {
      await confirm(body.token);
      response.set('cache-control', 'no-store');
      return { message: accountTexts.emailConfirmed };
    },
  };
};
