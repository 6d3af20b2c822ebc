import { html } from './page-text.ts';

export const libraryPolicyTexts = {
  'librarypolicy.body': html(
    'Digital library policy',
    `<p>In short: read as much as you like, quote a little, copy nothing whole. What you read stays between you and the page.</p>
<p>Last updated 23 September 2025.</p>
<h2>Who may use the library</h2>
<p>Readers from the age of 16. If you are under 18, a parent or guardian has to consent. Some titles carry notes about their content. Please read them; they are there so that you can choose.</p>
<h2>What you may do</h2>
<ul>
<li>Read, hear and watch on your own devices, wherever you log in.</li>
<li>Quote excerpts of up to 500 words or 10% of a work, whichever is less, with the name of its author, for study, reviews and teaching.</li>
<li>Share the address of a title with anybody you like.</li>
</ul>
<h2>What needs permission</h2>
<p>Longer excerpts, readings in public, translations, adaptations and use in a course pack. Write to <a href="mailto:{email}">{email}</a>. The author decides, and most say yes.</p>
<h2>What is not allowed</h2>
<ul>
<li>To copy, print or record whole works, or to pass on your login.</li>
<li>To remove the name of the author or the marks of a file.</li>
<li>To train programs with the works, or to collect them with programs.</li>
<li>To use anything here to out, mock or harm the people in it.</li>
</ul>
<h2>Open access</h2>
<p>Titles marked as free may be read by everybody without buying. Free to read does not mean free to republish: the author still decides that.</p>
<h2>What we know about your reading</h2>
<p>We need to know what you own and where you stopped, so that you can go on. Figures about use, such as how often a title was opened, are kept for 5 years, without names. The <a href="/privacy">privacy policy</a> has the rest.</p>
<h2>When a title leaves</h2>
<p>A title leaves the shop when its author asks for it. What you bought stays in your library, unless the law or the safety of a person demands otherwise; then you get your money back.</p>
<h2>If you find something wrong</h2>
<p>A work of yours that you did not allow, a person who did not agree, a mistake in a caption: write to us. We take down first when a person could be harmed.</p>`,
  ),
} as const;
