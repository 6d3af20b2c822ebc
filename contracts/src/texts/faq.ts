import { html } from './page-text.ts';

export const faqTexts = {
  'faq.body': html(
    'Questions and answers: headings of the third level are questions',
    `<h2>Reading and listening</h2>
<h3>How do I read a book that I bought?</h3>
<p>Log in and open the <a href="/digital-library">digital library</a>. Everything you own is under My Library. Books open in the browser, on a phone too, and they remember the page you were on.</p>
<h3>Can I try a title before I buy it?</h3>
<p>Most titles have a free sample: the first pages of a book, a clip of a film or a recording. Some titles are free to read for everyone.</p>
<h3>Can I read without a connection?</h3>
<p>Not yet. A page that is already open stays open when the connection drops, and your place is saved when it comes back.</p>
<h3>Which languages do you publish in?</h3>
<p>English, Hindi, Tamil, Bengali and Urdu today, and more as the stories arrive. The search finds a title by its name in its own script.</p>
<h2>Buying</h2>
<h3>How can I pay?</h3>
<p>In India by UPI, card, net banking or wallet, in rupees. From anywhere else by card, in dollars.</p>
<h3>What will my bank statement say?</h3>
<p>A short, neutral name. It is shown before you pay. The subject of the receipt does not say what it is for either.</p>
<h3>I paid, but the title is not in my library.</h3>
<p>Your payment is safe. Wait a minute and open the library again. If the title is still missing, write to <a href="mailto:{email}">{email}</a> with the number of your order, and a person will look.</p>
<h3>Can I get my money back?</h3>
<p>Yes, in the cases and within the times that <a href="/refunds">Refunds</a> names. Ask from Orders in your profile, or by mail.</p>
<h2>Privacy and safety</h2>
<h3>Who can see what I read?</h3>
<p>You. Your library is not shown to other readers, and we do not share it with anybody.</p>
<h3>I share my phone or computer. What helps?</h3>
<p>Discreet mode, at the foot of every page, gives each page a neutral title in the tab and in the history. Exit, at the top of every page, replaces the page with a harmless one at once. Press Shift three times for the same.</p>
<h3>Do I have to use my legal name?</h3>
<p>No. Use the name you like to be called. A payment may need the name on your card; it goes to the payment provider and onto the receipt, nowhere else.</p>
<h3>How do I delete my account?</h3>
<p>Under Profile, choose Delete My Profile. We tell you what will be deleted, and you can download your data first.</p>
<h2>Writers and artists</h2>
<h3>How do I send you my work?</h3>
<p>Use the form on <a href="/publishing">Publishing</a>, with a file or a link. A pen name is fine. A person reads everything that arrives.</p>
<h3>What do creators earn?</h3>
<p>40% of the listed price, after taxes and fees. The <a href="/creator-policy">creator policy</a> has the details.</p>
<h3>I am in a recording or a film and have changed my mind.</h3>
<p>Write to <a href="mailto:{email}">{email}</a>. We take it down first and talk afterwards.</p>
<h2>Helping</h2>
<h3>How can I support you?</h3>
<p>On <a href="/support">Support</a> you can give any amount, once, without an account. Telling a friend about a book helps as much.</p>
<h3>How often do you send the newsletter?</h3>
<p>At most once a month. Its sender and subject say nothing about what is inside, and every letter has a link to leave.</p>`,
  ),
} as const;
