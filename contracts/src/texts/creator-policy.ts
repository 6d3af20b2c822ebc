import { html } from './page-text.ts';

export const creatorPolicyTexts = {
  'creatorpolicy.body': html(
    'Content creator partnership policy',
    `<p>In short: the work stays yours. You get 40% of the listed price, after taxes and fees. You can leave with 60 days’ notice.</p>
<p>Last updated 23 September 2025.</p>
<h2>Who can publish with us</h2>
<p>Writers, film-makers, artists and people with a story to tell, from the age of 18. If you are younger, a parent or guardian has to consent, and we will talk about it together. A pen name is welcome. Your legal name is needed for the contract and the payments, and nowhere else.</p>
<h2>What stays yours</h2>
<p>The copyright. You let us offer the work on this site and keep it in the library. The permission is not exclusive: you may publish the work elsewhere, unless we agree on something else in writing.</p>
<h2>What you promise us</h2>
<ul>
<li>That the work is yours, and that quoted texts, music and pictures may be used.</li>
<li>That people who can be recognised in it have agreed.</li>
<li>That content notes are honest, so that readers can choose.</li>
</ul>
<h2>What you earn</h2>
<p>Your share is 40% of the listed price of every sale, after taxes and fees. You see sales in the Creator tab of your profile. We pay every quarter, to a bank account or by UPI. When you change the name you are paid by, old statements change with it.</p>
<h2>Loans</h2>
<p>If you allow it, the library lends your work. The default loan period is 14 days. Loans are counted and shown to you like sales.</p>
<h2>Editing</h2>
<p>An editor reads with you and suggests. Nothing is published that you have not seen and agreed to, and that includes the cover.</p>
<h2>Leaving</h2>
<p>You can take a work down with 60 days’ notice. Readers who bought it keep it. If the work puts you or somebody else in danger, tell us: then it is gone the same day, without notice.</p>
<h2>Privacy and safety</h2>
<p>We publish nothing about you that you did not write or approve. When a person or a paper asks who you are, we do not answer and tell you that they asked.</p>
<h2>When we disagree</h2>
<p>Write to <a href="mailto:{email}">{email}</a>. We try to settle it in a talk first. If that fails, Indian law applies and the courts of Mumbai decide.</p>`,
  ),
} as const;
