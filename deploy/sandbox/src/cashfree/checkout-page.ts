import { type Request, type Response, Router, urlencoded } from 'express';
import { ProviderRefusal } from '../endpoint.ts';
import { escapeHtml, formatAmount, pageOf, pagePolicy } from '../html.ts';
import type { Ledger } from '../ledger.ts';
import { type CashfreeRecords, type Order, statusAt } from './cashfree-records.ts';
import { PayOrder, type PayWithCashfree } from './pay-order.ts';

const returnUrlOf = (order: Order): string | undefined => {
  const url = order.meta.return_url;
  return typeof url === 'string' ? url.replaceAll('{order_id}', encodeURIComponent(order.id)) : undefined;
};

const choice = (outcome: PayOrder['outcome'], text: string): string =>
  `<button name="outcome" value="${outcome}"${outcome === 'success' ? ' class="primary"' : ''}>${text}</button>`;

const payPage = (order: Order): string => {
  const amount = escapeHtml(formatAmount(order.amountMinor, order.currency));
  return pageOf({
    title: `Pay ${formatAmount(order.amountMinor, order.currency)} (sandbox)`,
    main: `<p class="notice"><strong>This is a sandbox.</strong> No money moves.</p>
<h1>Pay ${amount}</h1>
<dl>
<dt>Order</dt><dd>${escapeHtml(order.id)}</dd>
<dt>Amount</dt><dd>${amount}</dd>
</dl>
<form method="post" action="/sandbox/cashfree/checkout" class="choices">
<input type="hidden" name="session" value="${escapeHtml(order.sessionId)}">
${choice('success', `Pay ${amount}`)}
${choice('failed', 'Fail')}
${choice('cancelled', 'Cancel')}
</form>`,
  });
};

const outcomeTitles: Record<string, string> = {
  success: 'Payment done',
  failed: 'Payment failed',
  cancelled: 'Payment cancelled',
  closed: 'This order can no longer be paid',
};

/** Continues with a meta refresh: strict content policies block the redirect of a form to another origin. */
const outcomePage = (outcome: string, returnUrl: string | undefined): string => {
  const url = returnUrl === undefined ? undefined : escapeHtml(returnUrl);
  return pageOf({
    title: `${outcomeTitles[outcome]} (sandbox)`,
    head: url && outcome !== 'closed' ? `<meta http-equiv="refresh" content="0;url=${url}">\n` : '',
    main: `<h1>${outcomeTitles[outcome]}</h1>\n<p>This is a sandbox. No money moved.</p>\n${
      url ? `<p><a href="${url}">Back to the shop</a></p>` : '<p>You can close this page.</p>'
    }`,
  });
};

const missingPage = (): string =>
  pageOf({
    title: 'Unknown payment session (sandbox)',
    main: '<h1>Unknown payment session</h1>\n<p>Go back to the shop and start the payment again.</p>',
  });

type Deps = {
  records: CashfreeRecords;
  ledger: Ledger;
  pay: PayWithCashfree;
  now: () => Date;
};

/** Fake of the hosted checkout page of Cashfree. Works without scripts. */
export const checkoutPage = ({ records, ledger, pay, now }: Deps): Router => {
  const router = Router();
  const show = (response: Response, status: number, page: string): void => {
    response
      .status(status)
      .set({
        'content-security-policy': pagePolicy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      .type('html')
      .send(page);
  };

  router.get('/sandbox/cashfree/checkout', ({ query }: Request, response) => {
    const order = records.ofSession(String(query.session ?? ''));
    if (!order) show(response, 404, missingPage());
    else if (statusAt(order, now()) === 'ACTIVE') show(response, 200, payPage(order));
    else show(response, 200, outcomePage('closed', returnUrlOf(order)));
  });
  router.get('/sandbox/cashfree/session', ({ query }: Request, response) => {
    const order = records.ofSession(String(query.session ?? ''));
    if (!order) return void response.status(404).json({ code: 'payment_session_id_invalid' });
    const { id, amountMinor, currency } = order;
    response.json({ orderId: id, amountMinor, currency, status: statusAt(order, now()) });
  });
  router.post('/sandbox/cashfree/checkout', urlencoded({ extended: false }), async ({ body }, response) => {
    const input = PayOrder.safeParse({ paymentSessionId: body?.session, outcome: body?.outcome });
    const order = input.success ? records.ofSession(input.data.paymentSessionId) : undefined;
    if (!input.success || !order) return show(response, 404, missingPage());
    try {
      pay(input.data);
      await ledger.settled();
      show(response, 200, outcomePage(input.data.outcome, returnUrlOf(order)));
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      show(response, 409, outcomePage('closed', returnUrlOf(order)));
    }
  });
  return router;
};
