import { html } from './page-text.ts';

export const crowdfundingTexts = {
  'crowdfunding.body': html(
    'Crowdfunding terms',
    `<p>In short: a campaign gets its money only when it reaches its goal. If it does not, every backer gets everything back.</p>
<p>Last updated 23 September 2025.</p>
<h2>What a campaign is</h2>
<p>A campaign collects money for one work: a book, a film, a recording, a magazine. It has an owner, a goal, an end, and a page that says what the money is for. No campaign is open at the moment. You can <a href="/support">support the archive</a> with any amount at any time.</p>
<h2>Who can take part</h2>
<p>Owners of a campaign are 18 or older. Backers are 16 or older; if you are under 18, a parent or guardian has to consent.</p>
<h2>All or nothing</h2>
<p>Campaigns are all-or-nothing. When the goal is reached at the end of the campaign, the owner gets the money. When it is not, nobody is charged, and what was already paid goes back the way it came.</p>
<h2>Fees</h2>
<ul>
<li>Our platform fee is 5% of what a successful campaign collected.</li>
<li>Payment providers keep 2 to 3% for processing.</li>
<li>A campaign that did not reach its goal costs its owner nothing.</li>
</ul>
<h2>When the money arrives</h2>
<p>Owners get the money within 30 days of the end of the campaign, to a bank account in their name or that of their organisation.</p>
<h2>What owners owe</h2>
<ul>
<li>Honest words about the work, the costs and the risks.</li>
<li>News to backers at least once a month until the work is done.</li>
<li>What was promised to backers, or a fair offer if it can not be made.</li>
</ul>
<h2>What backers should know</h2>
<p>A contribution is support for a work that does not exist yet, not a purchase. Works can be late and sometimes fail. You may cancel until the campaign ends. Afterwards the owner decides, unless the campaign misled you; then write to us and we act.</p>
<h2>Names</h2>
<p>Backers are not shown by name unless they wish it. Owners learn the name you chose and how to send you what was promised, nothing more. Your bank statement shows the same neutral name as for a purchase.</p>
<h2>What we do not host</h2>
<p>Campaigns for private debts, for politics, for anything illegal, and for anything that outs or harms people. We may stop a campaign and return the money. Questions: <a href="mailto:{email}">{email}</a>.</p>`,
  ),
} as const;
