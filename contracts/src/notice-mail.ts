import { escapeMarkup } from './text.ts';

/** Plain text, or a link that is written out. */
type Paragraph = string | { readonly link: string };

const plain = (paragraph: Paragraph): string => (typeof paragraph === 'string' ? paragraph : paragraph.link);

const markup = (paragraph: Paragraph): string => {
  const text = escapeMarkup(plain(paragraph));
  return `<p>${typeof paragraph === 'string' ? text : `<a href="${text}">${text}</a>`}</p>`;
};

/** A short mail of paragraphs, as plain text and as HTML. */
export const noticeMail = <Head extends { readonly subject: string }>(
  head: Head,
  paragraphs: readonly Paragraph[],
): Head & { readonly text: string; readonly html: string } => ({
  ...head,
  text: paragraphs.map(plain).join('\n\n'),
  html: [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(head.subject)}</title></head><body>`,
    ...paragraphs.map(markup),
    '</body></html>',
  ].join(''),
});
