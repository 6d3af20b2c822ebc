import { html } from './page-text.ts';

export const refundsTexts = {
  'refunds.body': html(
    'Refund and return policy',
    `<p>In short: things on paper can come back within 15 days. Digital titles are refunded within 3 days when something went wrong. A person reads every request and answers within 48 hours.</p>
<p>Last updated 23 September 2025.</p>
<h2>Books and other things by post</h2>
<p>You may return a physical item within 15 days after it arrived. It should be unused and in the condition in which you got it. If it was damaged on the way or is not what you ordered, we pay for the way back; otherwise you do.</p>
<h2>Digital titles</h2>
<p>You may ask for your money back within 3 days of the purchase, in these cases:</p>
<ul>
<li><strong>Technical issues</strong>: the title does not open or play, and we could not repair it.</li>
<li><strong>Misrepresentation</strong>: the title is not what its page said.</li>
<li><strong>Accidental purchase</strong>: you bought it by mistake, or twice, and have not read or played much of it.</li>
</ul>
<p>After a refund the title leaves your library.</p>
<h2>How to ask</h2>
<ol>
<li>Open Orders in your profile and choose the order, or write to <a href="mailto:{email}">{email}</a> with its number. You do not have to give reasons that you would rather keep to yourself.</li>
<li>We reply within 48 hours.</li>
<li>For things by post we tell you where to send them, and inspect them within 5 working days after they arrive.</li>
<li>The money goes back the way it came, within 7 to 10 business days after we agreed.</li>
</ol>
<h2>Contributions and run fees</h2>
<p>A contribution is a gift and is not refunded as a rule. If the amount was a mistake, tell us within 3 days and we return it. The fee of the virtual run is refunded when the run does not take place.</p>
<h2>When you paid twice</h2>
<p>A second payment for the same order is sent back by itself. If you do not see it within 10 business days, write to us.</p>`,
  ),
} as const;
