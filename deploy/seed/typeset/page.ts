import type { Pigment } from '@satrangi/contracts';
import { frontCoverCss, frontCoverHtml } from './front-cover.ts';
import type { Chapter } from './manuscript.ts';
import { byline, type Printed, pageOf } from './printed.ts';

type Setting = {
  readonly text: string;
  readonly head: string;
  /** Points, and multiples of it. */
  readonly size: number;
  readonly leading: number;
  readonly headLeading: number;
  readonly contents: string;
  readonly colophon: (book: Printed) => string[];
  readonly issueColophon: (issue: Printed) => string[];
};

const english: Setting = {
  text: "'Text Latin','Text Latin Ext','Text Deva'",
  head: "'Head Latin','Head Deva','Text Latin Ext'",
  size: 10.6,
  leading: 1.5,
  headLeading: 1.12,
  contents: 'Contents',
  colophon: (book) => [
    `First published by Satrangi, ${book.year}.`,
    `Text by ${book.author}. People and places are invented; kindnesses are from life.`,
    'Set in Literata and Anek.',
  ],
  issueColophon: (issue) => [
    `Number ${issue.issueNumber}, ${issue.year}. Kept by Satrangi.`,
    `Editor: ${issue.author}. Writers, readers and places are invented.`,
    'Set in Literata and Anek.',
  ],
};

const settings: Record<string, Setting> = {
  en: english,
  hi: {
    ...english,
    text: "'Text Deva','Text Latin','Text Latin Ext'",
    head: "'Head Deva','Head Latin'",
    size: 11.2,
    leading: 1.66,
    headLeading: 1.3,
    contents: 'सूची',
    colophon: (book) => [
      `पहला संस्करण: सतरंगी, ${book.year}`,
      `लेखन: ${byline(book)}। पात्र और घटनाएँ काल्पनिक हैं।`,
      'अक्षर: नोटो सेरिफ़ देवनागरी और अनेक',
    ],
    issueColophon: (issue) => [
      `अंक ${issue.issueNumber}, ${issue.year}। प्रकाशन: सतरंगी`,
      `संपादन: ${byline(issue)}। लेखक, पाठक और घटनाएँ काल्पनिक हैं।`,
      'अक्षर: नोटो सेरिफ़ देवनागरी और अनेक',
    ],
  },
  ta: {
    ...english,
    text: "'Text Taml','Text Latin','Text Latin Ext'",
    head: "'Head Taml','Head Latin'",
    size: 9.4,
    leading: 1.78,
    headLeading: 1.32,
    contents: 'உள்ளடக்கம்',
    colophon: (book) => [
      `முதற்பதிப்பு: சத்ரங்கி, ${book.year}`,
      `எழுத்து: ${byline(book)}. மாந்தர்களும் நிகழ்வுகளும் கற்பனை.`,
      'எழுத்துரு: நோட்டோ செரிஃப் தமிழ், அனேக்',
    ],
    issueColophon: (issue) => [
      `இதழ் ${issue.issueNumber}, ${issue.year}. வெளியீடு: சத்ரங்கி`,
      `ஆசிரியர்: ${byline(issue)}. எழுதியவர்களும் நிகழ்வுகளும் கற்பனை.`,
      'எழுத்துரு: நோட்டோ செரிஃப் தமிழ், அனேக்',
    ],
  },
  bn: {
    ...english,
    text: "'Text Beng','Text Latin','Text Latin Ext'",
    head: "'Head Beng','Head Latin'",
    size: 10.4,
    leading: 1.7,
    headLeading: 1.3,
    contents: 'সূচি',
    colophon: (book) => [
      `প্রথম প্রকাশ: সাতরঙি, ${book.year}`,
      `লেখা: ${byline(book)}। চরিত্র ও ঘটনা কাল্পনিক।`,
      'হরফ: নোটো সেরিফ বাংলা ও অনেক',
    ],
    issueColophon: (issue) => [
      `সংখ্যা ${issue.issueNumber}, ${issue.year}। প্রকাশ: সাতরঙি`,
      `সম্পাদনা: ${byline(issue)}। লেখক, পাঠক ও ঘটনা কাল্পনিক।`,
      'হরফ: নোটো সেরিফ বাংলা ও অনেক',
    ],
  },
  ur: {
    ...english,
    text: "'Text Arab','Text Latin','Text Latin Ext'",
    head: "'Head Arab','Head Latin'",
    size: 11.2,
    leading: 2.3,
    headLeading: 2.1,
    contents: 'فہرست',
    colophon: (book) => [
      `پہلی اشاعت: ست رنگی، ${book.year}`,
      `تحریر: ${byline(book)}۔ کردار اور واقعات فرضی ہیں۔`,
      'خط: نوٹو نستعلیق',
    ],
  },
};

/** Only the pigments a reader can read as small text on white paper (contrast 4.5 and more). */
const inks: Partial<Record<Pigment, string>> = {
  anaar: '#A11A3A',
  firoza: '#1A7B82',
  neel: '#222C96',
  jamun: '#43113F',
};

const inkOf = ({ ground, figure, accent }: Printed['cover']): string =>
  [ground, figure, accent].map((pigment) => inks[pigment]).find((ink) => ink !== undefined) ?? '#43113F';

/** The logo: seven spines. */
const mark = `<svg class="mark" viewBox="0 0 42 24" aria-hidden="true">${[
  ['#A11A3A', 4],
  ['#E8590C', 0],
  ['#FFC61A', 6],
  ['#8DB56A', 2],
  ['#1A7B82', 8],
  ['#222C96', 1],
  ['#43113F', 5],
]
  .map(
    ([fill, top], index) =>
      `<rect x="${index * 6}" y="${top}" width="5" height="${24 - Number(top)}" fill="${fill}"/>`,
  )
  .join('')}</svg>`;

/** An issue has larger pages, and larger letters on them. */
const ISSUE_TEXT = 1.16;

const layoutCss = ({ collects, layout }: Printed): string => {
  if (collects)
    return '.chapter > header { padding-top: 52mm; break-after: page; } .chapter .kicker { font-size: 10pt; } .chapter h1 { font-size: 22pt; }';
  if (layout === 'facing') return '.chapter > header { padding-top: 4mm; margin-bottom: 5mm; }';
  return layout === 'pictures'
    ? '.chapter > header { padding-top: 0; margin-bottom: 5mm; } .contents h1 { margin: 2mm 0 5mm; } .contents a { padding: 0.8mm 0; }'
    : '';
};

const css = (book: Printed, shelf: Setting, rtl: boolean): string => {
  const set = book.issueNumber === undefined ? shelf : { ...shelf, size: shelf.size * ISSUE_TEXT };
  return `
@page { size: ${pageOf(book).width}mm ${pageOf(book).height}mm; margin: 15mm 14mm 19mm 14mm; }
@page body:left {
  @bottom-left { content: counter(page); }
  @bottom-right { content: "${book.title}"; }
}
@page body:right {
  @bottom-left { content: "${byline(book)}"; }
  @bottom-right { content: counter(page); }
}
@page body {
  @bottom-left { font: ${rtl ? 6.6 : 7.4}pt ${set.text}; color: #51455A; vertical-align: top; padding-top: 5mm; line-height: ${set.headLeading}; white-space: nowrap; }
  @bottom-right { font: ${rtl ? 6.6 : 7.4}pt ${set.text}; color: #51455A; vertical-align: top; padding-top: 5mm; line-height: ${set.headLeading}; white-space: nowrap; }
}
* { box-sizing: border-box; margin: 0; padding: 0; }
html { font: ${set.size}pt/${set.leading} ${set.text}; color: #1E1420; font-synthesis: none; }
section { break-after: page; }
section.chapter { page: body; }
section:last-child { break-after: auto; }
.title { padding-top: 34mm; height: ${pageOf(book).height - 36}mm; display: flex; flex-direction: column; }
.title .name { font: 26pt/${set.headLeading} ${set.head}; text-wrap: balance; }
.title p, .colophon p { text-indent: 0; }
.title .alt { font-size: 12pt; color: #51455A; margin-top: 3mm; line-height: 1.5; }
.title .alt, .title .press { text-align: ${rtl ? 'right' : 'left'}; }
.title .author { font-size: 12pt; margin-top: 8mm; padding-top: 5mm; border-top: 1.2mm solid ${inkOf(book.cover)}; }
.title .mark { width: 14mm; margin-top: auto; }
.title .press { font: 9pt/1.4 'Head Latin'; margin-top: 1.5mm; }
.colophon { height: ${pageOf(book).height - 36}mm; display: flex; flex-direction: column; justify-content: flex-end; font-size: ${set.size * 0.82}pt; color: #51455A; }
.colophon p { margin-top: 1.6mm; }
.contents h1 { font: 15pt/${set.headLeading} ${set.head}; margin: 10mm 0 7mm; }
.contents a { display: flex; justify-content: space-between; gap: 6mm; color: inherit; text-decoration: none; padding: ${rtl ? 0 : 1.2}mm 0; border-bottom: 0.2mm solid #E2DAE1; }
.contents a span:last-child { font-variant-numeric: tabular-nums; color: #51455A; }
.chapter > header { padding-top: 16mm; margin-bottom: 8mm; break-after: avoid; }
.chapter .kicker { font: 8.6pt/${set.headLeading} ${set.head}; color: ${inkOf(book.cover)}; margin-bottom: 1.4mm; }
.chapter h1 { font: 17pt/${set.headLeading} ${set.head}; text-wrap: balance; }
h2 { font: ${set.size * 1.12}pt/${set.headLeading} ${set.head}; margin: 1.5em 0 0.5em; break-after: avoid; }
p { text-wrap: pretty; orphans: 2; widows: 2; }
p + p { text-indent: 1.3em; }
p.lines, p.note, p.verse, p.pause, h2 + p, .pause + p, ul + p, p.lines + p, p.note + p, p.verse + p { text-indent: 0; }
p.lines { margin: 0.9em 0; }
p.note { margin: 0.9em 0; padding-inline-start: 1.1em; border-inline-start: 0.6mm solid ${inkOf(book.cover)}; break-inside: avoid; }
p.verse { margin: 0 0 1em; font-size: 0.95em; text-wrap: wrap; break-inside: avoid; }
${book.issueNumber === undefined ? 'p:not(.verse) + p.verse { margin-top: 1em; }' : ''}
p.verse span { display: block; padding-inline-start: 1.6em; text-indent: -1.6em; }
p.pause { text-align: center; margin: 0.7em 0; }
.plate { margin: 0 0 5mm; height: 86mm; overflow: hidden; break-inside: avoid; }
.plate svg { display: block; width: 100%; height: 100%; }
.plate + p { text-indent: 0; font-size: 1.08em; }
ul { list-style: none; margin: 0.5em 0 0.8em; }
li { padding-inline-start: 1.1em; text-indent: -1.1em; }
li::before { content: "–"; display: inline-block; width: 1.1em; text-indent: 0; color: ${inkOf(book.cover)}; }
em { font-style: ${shelf === english ? 'italic' : 'normal'}; }
em:lang(mr) { font-style: normal; }
strong { font: 1em ${set.head}; }
${layoutCss(book)}
${book.issueNumber === undefined ? '' : frontCoverCss(book, set.head, set.headLeading)}
`;
};

/** The font and line height of headings. */
export const headingOf = ({ language }: Printed): Pick<Setting, 'head' | 'headLeading'> =>
  settings[language] ?? english;

export const isRightToLeft = ({ language }: Printed): boolean => language === 'ur';

/** Paragraphs in Devanagari inside an English book are Marathi, which is marked for screen readers. */
export const inItsLanguage = (html: string): string =>
  html.replace(/<p>(?=\p{Script=Devanagari})/gu, '<p lang="mr">');

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** An English chapter of a book in another language, as on the right of facing pages. */
export const langOf = (book: Printed, { title }: Chapter): string =>
  book.language !== 'en' && /^[\p{Script=Latin}\P{L}]+$/u.test(title) ? ' lang="en"' : '';

export const contentsHeading = (book: Printed): string => (settings[book.language] ?? english).contents;

/** Publisher, year and author, without the fonts of the printed pages. */
export const imprintOf = (book: Printed): string[] =>
  (settings[book.language] ?? english).colophon(book).slice(0, 2);

const colophonOf = (set: Setting, work: Printed): string[] =>
  work.issueNumber === undefined ? set.colophon(work) : set.issueColophon(work);

/** All text of a book outside its manuscript, for font subsetting. */
export const frontMatterText = (book: Printed): string => {
  const set = settings[book.language] ?? english;
  return [
    book.title,
    book.altTitle,
    byline(book),
    book.tagline,
    set.contents,
    ...colophonOf(set, book),
    english.colophon(book).join(),
    'Satrangi',
  ].join(' ');
};

/** One whole book as a page for the printer. `pages` are the page numbers of the chapters, once they are known. */
export const bookHtml = (
  book: Printed,
  chapters: readonly Chapter[],
  fonts: string,
  pages: readonly number[],
): string => {
  const set = settings[book.language] ?? english;
  const rtl = isRightToLeft(book);
  const altLang = book.language === 'en' ? 'mr' : 'en';
  const alt = book.altTitle
    ? `<p class="alt" lang="${altLang}" dir="ltr">${escapeHtml(book.altTitle).replace(' · ', '<br>')}</p>`
    : '';
  const entries = chapters.map(
    (chapter, index) =>
      `<a href="#${chapter.id}"><span>${escapeHtml(chapter.title)}</span><span>${pages[index] ?? ''}</span></a>`,
  );
  const body = chapters.map(
    (
      chapter,
    ) => `<section class="chapter"${langOf(book, chapter)}><header>${chapter.kicker ? `<p class="kicker">${escapeHtml(chapter.kicker)}</p>` : ''}
<h1 id="${chapter.id}">${escapeHtml(chapter.title)}</h1></header>
${book.language === 'en' ? inItsLanguage(chapter.html) : chapter.html}</section>`,
  );
  return `<!doctype html><html lang="${book.language}" dir="${rtl ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">
<title>${escapeHtml(book.title)}</title><style>${fonts}\n${css(book, set, rtl)}</style></head><body>${frontCoverHtml(book, escapeHtml)}
<section class="title"><p class="name">${escapeHtml(book.title)}</p>${alt}
<p class="author">${escapeHtml(byline(book))}</p>${mark}<p class="press" lang="en" dir="ltr">Satrangi</p></section>
<section class="colophon">${colophonOf(set, book)
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')}</section>
<section class="contents"><h1>${set.contents}</h1>${entries.join('')}</section>
${body.join('\n')}</body></html>`;
};
