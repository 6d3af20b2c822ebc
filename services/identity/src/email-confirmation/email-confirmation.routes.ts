import type { Handlers } from '@satrangi/chassis';
import { accountTexts, type identityApi } from '@satrangi/contracts';
import type { UnprovedDeps } from '../unproved-accounts/unproved-accounts.deps.ts';
import { confirmEmail } from './confirm-email.ts';
import { resendConfirmation } from './resend-confirmation.ts';

type Routes = Pick<Handlers<typeof identityApi>, 'openConfirmation' | 'confirmEmail' | 'resendConfirmation'>;

/** Confirmation links. GET only redirects to the page that confirms by POST: mail scanners open links. */
export const emailConfirmationRoutes = (deps: UnprovedDeps): Routes => {
  const confirm = confirmEmail(deps);
  const resend = resendConfirmation(deps);
  const page = new URL('/confirm-email', deps.config.PUBLIC_URL);

  return {
    openConfirmation: ({ query }, _caller, { response }) => {
      response.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      response.redirect(303, `${page.href}?${new URLSearchParams({ token: query.token })}`);
    },
    confirmEmail: async ({ body }, _caller, { response }) => {
      await confirm(body.token);
      response.set('cache-control', 'no-store');
      return { message: accountTexts.emailConfirmed };
    },
    resendConfirmation: async (_input, caller) => ({ sent: await resend(caller) }),
  };
};
