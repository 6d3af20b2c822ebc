import { html } from './page-text.ts';

export const faqTexts = {
  'faq.body': html(
    'Questions and answers: headings of the third level are questions',
    `<h2>Reading and listening</h2>
<h3>How do I read a book that I bought?</h3>
<p>Log in and open the <a href="/digital-library">digital library</a>. What you own is under My Library. Books open in the browser and remember your page.</p>
<h3>Can I try a title before I buy it?</h3>
<p>Most titles have a free sample: the first pages, or a clip. Some titles are free.</p>
<h3>Can I read without a connection?</h3>
<p>Yes. Press “Keep on this device” on the page of your title: it opens for 30 days. Logging out and Exit delete it.</p>
<h3>Can I download what I bought?</h3>
<p>Yes, books: as a PDF, some as an EPUB, marked as yours.</p>
<h3>Do you have an app, or printed books?</h3>
<p>Neither: this shop is digital, and your browser can put it on your home screen, with the plain name “Reading”.</p>
<h3>Which languages do you publish in?</h3>
<p>English, Hindi, Tamil, Bengali and Urdu today, and more to come.</p>
<h2>Buying</h2>
<h3>How can I pay?</h3>
<p>In India by UPI, card, net banking or wallet, in rupees. From elsewhere by card, in dollars.</p>
<h3>Can I give a title to somebody?</h3>
<p>Yes, with “Give it to somebody” on its page. The mail with the code names neither the title nor you. <a href="/gift">More</a></p>
<h3>What will my bank statement say?</h3>
<p>A short, neutral name. It is shown before you pay. Our mails have neutral senders and subjects, too.</p>
<h3>I paid, but the title is not in my library.</h3>
<p>Your payment is safe. Open the library again in a minute. If the title is still missing, write to <a href="mailto:{email}">{email}</a> with the number of your order.</p>
<h3>Can I get my money back?</h3>
<p>Yes, in the cases that <a href="/refunds">Refunds</a> names. Ask from Orders in your profile.</p>
<h2>Privacy and safety</h2>
<h3>Who can see what I read?</h3>
<p>You. Your library is shown to nobody, and we do not share it.</p>
<h3>Where is my name shown?</h3>
<p>Only where you put it: beside a review, and on your page of a run.</p>
<h3>I share my phone or computer. What helps?</h3>
<p>Discreet mode, at the foot of every page, gives each page a neutral title in tab and history. Exit, at the top, replaces the page with a harmless one; so does Shift, three times.</p>
<h3>Do I have to use my legal name?</h3>
<p>No. Use the name you like to be called. A payment may need the name on your card: only the payment provider and the receipt have it.</p>
<h3>I forgot my password.</h3>
<p><a href="/forgot-password">Ask for a new one</a>. The link that we mail works once, for 60 minutes.</p>
<h3>How do I change my email?</h3>
<p>Under Profile. It changes once you open the link that we mail to the new address.</p>
<h3>How do I delete my account?</h3>
<p>Under Profile, choose Delete My Profile. You can download your data first.</p>
<h2>Writers and artists</h2>
<h3>How do I send you my work?</h3>
<p>Use the form on <a href="/publishing">Publishing</a>, with a file or a link. A pen name is fine. A person reads everything that arrives.</p>
<h3>I am in a recording or a film and have changed my mind.</h3>
<p>Write to <a href="mailto:{email}">{email}</a>. We take it down first and talk afterwards.</p>
<h2>Helping</h2>
<h3>How can I support you?</h3>
<p>On <a href="/support">Support</a> you can give any amount, once, without an account.</p>
<h3>How often do you send the newsletter?</h3>
<p>At most once a month. Every letter has a link to leave.</p>`,
  ),
} as const;
