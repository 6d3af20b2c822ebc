import { html } from './page-text.ts';

export const privacyTexts = {
  'privacy.body': html(
    'Privacy policy',
    `<p>In short: we keep as little as we can, we sell nothing about you, we tell nobody what you read, and you can see, take along or delete what we have.</p>
<p>Last updated 23 September 2025.</p>
<h2>Why this page is short on lawyers</h2>
<p>For many of our readers it is not a small matter who knows what they read. So we begin with what we do not do: no advertising, no trackers of other companies, no profile of your tastes for sale, and no mail that says on the outside what is inside.</p>
<h2>What we keep</h2>
<ul>
<li><strong>Account</strong>: the name you chose, your email or phone number, a scrambled password, and what you add yourself, such as pronouns or a city.</li>
<li><strong>Library and reading places</strong>: what you own and where you stopped, so that you can go on.</li>
<li><strong>Payments and contributions</strong>: what was paid, when and for what, and the number that the payment provider gave it. Card numbers never reach us.</li>
<li><strong>Messages</strong>: what you write to us, and reviews you publish.</li>
<li><strong>Newsletter</strong>: your email address until you leave. Then it is removed.</li>
<li><strong>Technical records</strong>: short records of requests, without names, that help us to repair and to stop abuse.</li>
</ul>
<h2>Why we keep it</h2>
<p>To give you what you asked for, to keep accounts as tax law demands, and to protect the service. For everything else, such as the newsletter, we ask first, and you can change your mind.</p>
<h2>Who else sees it</h2>
<p>The payment provider you pay with, the mail server that carries our letters, and the computers we rent. They work for us under contract. Authors see how many copies were sold, never to whom. Authorities get data only when the law forces us, and we check every such demand.</p>
<h2>How long we keep it</h2>
<ul>
<li>Accounts and transactions: 7 years, because tax law asks for it. What is not needed for that is deleted as soon as you delete your account.</li>
<li>Contracts and payments of authors: 10 years.</li>
<li>Contributions to the archive: permanently, as the people in them agreed. They can withdraw.</li>
</ul>
<h2>Your rights</h2>
<p>You may see what we have about you, correct it, take it along, delete it, and object to a use. Your profile has buttons for most of this. For the rest write to <a href="mailto:{email}">{email}</a>. We answer within 30 days. You may also complain to the Data Protection Board of India or to the authority where you live.</p>
<h2>Young readers</h2>
<p>This site is not for children under 16, and we do not knowingly keep data of anyone under 16. If that has happened, tell us and we delete it.</p>
<h2>Cookies and storage</h2>
<p>Your browser keeps your login and the choices you make at the foot of the page, such as theme and discreet mode. There is nothing to accept, because there is nothing that follows you.</p>
<h2>Safety</h2>
<p>Connections are encrypted. Passwords are stored so that we can not read them. Few people can open the records of others, and each time is written down. If something is ever lost that puts you at risk, we tell you without delay.</p>`,
  ),
} as const;
