import type { Handlers } from '@satrangi/chassis';
import { accountTexts, type identityApi } from '@satrangi/contracts';
import type { Needs } from '../accounts/accounts.needs.ts';
import { register } from '../accounts/register.ts';
import { addressOfCaller } from '../attempts/address-of-caller.ts';
import { refuseWhenTired } from '../attempts/refuse-when-tired.ts';
import { throttleByAddress } from '../attempts/throttle.ts';
import type { Enter } from '../sessions/enter.ts';
import { resendConfirmation } from '../unproved/resend-confirmation.ts';
import { confirmRegistration } from './confirm-registration.ts';
import type { PendingStore } from './pending.store.ts';
import { requestRegistration } from './request-registration.ts';

type Answers = Pick<Handlers<typeof identityApi>, 'register' | 'confirmRegistration' | 'resendConfirmation'>;

/** Registering, as `REGISTER_PRIVACY` says. */
export const registrationRoutes = (
  needs: Needs & { readonly pending: PendingStore },
  enter: Enter,
): Answers => {
  const { config, secret } = needs;
  const open = register(needs);
  const request = requestRegistration(needs);
  const confirm = confirmRegistration(needs);
  const byAddress = throttleByAddress(needs);
  const resend = resendConfirmation(needs);

  return {
    register: async ({ body }, _caller, exchange) => {
      const address = addressOfCaller(exchange, secret);
      if (config.REGISTER_PRIVACY === 'open') return enter(await open(body, address), exchange);
      await request(body, address);
      exchange.response.set('cache-control', 'no-store');
      return { message: accountTexts.registrationAsked };
    },
    resendConfirmation: async (_input, caller) => ({ sent: await resend(caller) }),
    confirmRegistration: async ({ body }, _caller, exchange) => {
      const address = addressOfCaller(exchange, secret);
      refuseWhenTired(await byAddress.begin('address', address));
      const account = await confirm(body.token, body.password);
      await byAddress.takeBack('address', address);
      return enter(account, exchange);
    },
  };
};
