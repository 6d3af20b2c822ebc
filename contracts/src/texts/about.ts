import { html } from './page-text.ts';

export const aboutTexts = {
  'about.hero.description': html(
    'Introduction',
    '<p>{name} is a press, a library and an archive for queer stories from India. We publish books, films and voices by queer people, in the languages they were dreamt in, and we keep them where the next reader can find them.</p>',
  ),
  'about.founder.quote': html(
    'Words of the founder',
    '<p>When I was young I looked for one book in which somebody like me was still alive on the last page. I did not find it. So we began to make that shelf ourselves.</p>',
  ),
  'about.journey': html(
    'Our journey',
    '<p>We began in 2010 with a borrowed table, two cartons of books and a list of readers who asked for their parcels in plain brown paper. The parcels are still plain. The table has become a press, a library that opens in any browser, and an archive of films, magazines and recorded lives.</p><p>Along the way we learnt what a queer publisher in India has to be good at: listening before printing, paying on time, and keeping quiet about who reads what.</p>',
  ),
  'about.mission': html(
    'Our mission',
    '<p>To find, make and keep queer Indian stories, and to see that the people who tell them are paid.</p><ul><li>Forty per cent of the listed price, after taxes and fees, goes to the person who made the work.</li><li>Every recording belongs to the one who speaks in it. They can change it or take it back.</li><li>Nobody is told what you read, not even by the line on your bank statement.</li></ul>',
  ),
  'about.vision': html(
    'Our vision',
    '<p>A country where a young person in any town can find a story about someone like them, in their own language, in less time than it takes to make tea. And where the old ones among us know that what they lived through will not be thrown away with the furniture.</p>',
  ),
  'about.history': html(
    'Our history',
    '<ul><li><strong>2010</strong>: the first books go out by post, to readers in four cities.</li><li><strong>2012</strong>: the first anthology with writing in more than two Indian languages.</li><li><strong>2015</strong>: we begin to record oral histories, with a borrowed recorder and a lot of tea.</li><li><strong>2018</strong>: the law changes. For a week we do nothing but answer letters.</li><li><strong>2021</strong>: tapes, magazines and films move out of cupboards and into the archive.</li><li><strong>2026</strong>: press, library and archive open under one roof, here.</li></ul>',
  ),
} as const;
