import { html } from './page-text.ts';

export const termsTexts = {
  'terms.body': html(
    'Terms of use',
    `<p>In short: what you buy is yours to read here for as long as we exist. Please do not copy it for others. Be kind in reviews. If something goes wrong, write to us before you worry.</p>
<p>Last updated 23 September 2025.</p>
<h2>Who we are</h2>
<p>{name} is a publishing house, a library and an archive. When these terms say we, they mean {name}. You reach us at <a href="mailto:{email}">{email}</a>.</p>
<h2>Your account</h2>
<p>You need an account to buy, to keep a library and to write reviews. You must be at least 16 years old. If you are under 18, a parent or guardian has to agree. Use any name you like; keep your password to yourself, and tell us if somebody else has it.</p>
<h2>What you buy</h2>
<p>When you buy a digital title you get a personal, lasting licence to read, hear or watch it on this site. The work itself belongs to the person who made it. You may not copy it, sell it, lend out your login, or publish parts of it beyond what the <a href="/digital-library-policy">digital library policy</a> allows.</p>
<p>Some titles are lent, not sold. Their page says so, and for how long.</p>
<h2>Prices and payments</h2>
<p>Prices are in rupees for India and in dollars elsewhere, and include the taxes we have to collect. Payments are handled by payment providers; we never see the number of your card. A purchase is complete when the title is in your library.</p>
<h2>Refunds</h2>
<p>Returns and refunds follow the <a href="/refunds">refund and return policy</a>.</p>
<h2>What you write here</h2>
<p>Reviews and messages stay yours. By publishing a review you let us show it beside the title. We remove what outs, threatens or insults people, what advertises, and what breaks the law. If we removed something of yours by mistake, tell us.</p>
<h2>What you must not do</h2>
<ul>
<li>Publish who another reader, writer or person in a recording is, or might be.</li>
<li>Get around the protection of a title, or collect content with programs.</li>
<li>Disturb the service, or try to enter what is not yours.</li>
</ul>
<h2>If we make a mistake</h2>
<p>We work with care, but we can not promise that the site is always there or free of errors. For damage that we cause by intention or gross neglect we are liable as the law says. For a title that does not work, you get it repaired, replaced or refunded.</p>
<h2>Ending the account</h2>
<p>You can delete your account at any time in your profile. We may close an account that harms others, after telling you why, unless the law forbids us to tell. Titles you have paid for are refunded if we close your account without your fault.</p>
<h2>Changes and law</h2>
<p>When these terms change in a way that matters to you, we tell you by mail 30 days before. Indian law applies, and the courts of Mumbai decide, unless the law of your home protects you better.</p>`,
  ),
} as const;
