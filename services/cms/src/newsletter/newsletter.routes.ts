import { clientAddress, type Handlers } from '@satrangi/chassis';
import { type newsletterApi, newsletterTexts, REPORT_SIGNATURE } from '@satrangi/contracts';
import { confirmSubscription } from './confirm-subscription.ts';
import { handleReport } from './handle-report.ts';
import { leaveNewsletter } from './leave-newsletter.ts';
import type { Deps } from './newsletter.deps.ts';
import { requestSubscription } from './request-subscription.ts';

/** The body that mail programs send (RFC 8058 §3.1). */
const ONE_CLICK = 'List-Unsubscribe=One-Click';

export const newsletterRoutes = (
  deps: Deps & { readonly internalSecret: string },
): Handlers<typeof newsletterApi> => {
  const requestLink = requestSubscription(deps);
  const confirm = confirmSubscription(deps);
  const leave = leaveNewsletter(deps);
  const report = handleReport(deps);
  return {
    subscribe: async ({ body: { email, website } }, _caller, exchange) => {
      const isFilledByMachine = website !== undefined && website !== '';
      if (!isFilledByMachine) await requestLink(email, clientAddress(exchange, deps.internalSecret));
      return { ok: true, message: newsletterTexts.requested };
    },
    confirmSubscription: async ({ body: { token } }, caller) => {
      await confirm(token, caller?.userId ?? null);
      return { ok: true, message: newsletterTexts.subscribed };
    },
    unsubscribePage: ({ query: { token } }, _caller, { response }) => {
      const page = new URL(`/newsletter#leave=${encodeURIComponent(token)}`, deps.config.PUBLIC_URL);
      response.writeHead(303, { location: page.href, 'cache-control': 'no-store' }).end();
    },
    unsubscribe: async ({ query: { token }, body }) => {
      const isOneClick = Buffer.from(body).toString().includes(ONE_CLICK);
      await leave(token, isOneClick ? 'one-click' : 'link');
      return { ok: true, message: newsletterTexts.unsubscribed };
    },
    reportMail: async ({ body }, _caller, { request }) => {
      await report(Buffer.from(body), request.get(REPORT_SIGNATURE) ?? '');
      return { ok: true };
    },
  };
};
