import { escapeHtml, formatAmount, pageOf } from '../html.ts';
import type { Mail } from '../mail/mailbox.ts';
import type { PaymentRow } from './list-payments.ts';

const shownRows = 50;

const linksIn = ({ text, html }: Mail): string[] => [
  ...new Set(`${text} ${html.replaceAll('&amp;', '&')}`.match(/https?:\/\/[^\s"'<>)]+/g) ?? []),
];

const mailItem = (mail: Mail): string => `<li><details>
<summary>${escapeHtml(mail.subject || '(no subject)')} <span>to ${escapeHtml(mail.to.join(', '))},
<time datetime="${mail.receivedAt}">${mail.receivedAt}</time></span></summary>
<pre>${escapeHtml(mail.text || mail.html)}</pre>
<ul>${linksIn(mail)
  .map((link) => `<li><a href="${escapeHtml(link)}" rel="noreferrer">${escapeHtml(link)}</a></li>`)
  .join('')}</ul>
</details></li>`;

const webhookText = ({ webhooks }: PaymentRow): string =>
  webhooks.map(({ type, state, attempts }) => `${type}: ${state} (${attempts.length})`).join(', ');

const paymentRow = (row: PaymentRow): string => `<tr>
<th scope="row">${escapeHtml(row.orderId ?? row.paymentIntentId ?? '')}</th>
<td>${row.provider}</td>
<td>${escapeHtml(formatAmount(row.amountMinor, row.currency))}</td>
<td>${escapeHtml(row.status)}</td>
<td>${escapeHtml(row.refundedMinor > 0 ? formatAmount(row.refundedMinor, row.currency) : 'none')}</td>
<td>${escapeHtml(webhookText(row))}</td>
</tr>`;

/** The overview page: received mails and payments. */
export const overviewPage = (mails: readonly Mail[], payments: readonly PaymentRow[]): string =>
  pageOf({
    title: 'Sandbox: received mails and payments',
    main: `<p class="notice"><strong>This is a sandbox.</strong> No mail leaves it and no money moves.</p>
<h1>Received mails and payments</h1>
<section aria-labelledby="mails"><h2 id="mails">Mails (${mails.length})</h2>
${mails.length === 0 ? '<p>No mail yet.</p>' : `<ul class="mails">${mails.slice(0, shownRows).map(mailItem).join('')}</ul>`}
</section>
<section aria-labelledby="payments"><h2 id="payments">Payments (${payments.length})</h2>
${
  payments.length === 0
    ? '<p>No payment yet.</p>'
    : `<div class="wide" role="group" aria-label="Payments table" tabindex="0"><table>
<thead><tr><th scope="col">Id</th><th scope="col">Provider</th><th scope="col">Amount</th><th scope="col">Status</th><th scope="col">Refunded</th><th scope="col">Webhooks</th></tr></thead>
<tbody>${payments.slice(0, shownRows).map(paymentRow).join('')}</tbody>
</table></div>`
}
</section>
<p>The latest ${shownRows} of each are shown. All of them:
<a href="/sandbox/mail">mails</a>, <a href="/sandbox/payments">payments</a>, <a href="/sandbox/knobs">knobs</a>.</p>`,
  });
