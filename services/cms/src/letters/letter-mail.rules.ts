import { escapeMarkup } from '@satrangi/contracts';

/** What a phone shows below the subject when the letter names no line of its own. */
const NEUTRAL_PREHEADER = 'Your letter is here.';
/** Fills the preview of a phone, so that it shows nothing of the text. */
const PADDING = '&#847;&zwnj;&nbsp;'.repeat(60);
const FOOTER = 'You get this letter because you confirmed this address. You can leave at any time:';
const PREVIEW_LENGTH = 140;

export type LetterContent = {
  readonly subject: string;
  readonly preheader: string;
  /** Sanitised HTML. */
  readonly html: string;
  /** The same as plain text. */
  readonly plain: string;
};

export const preheaderOf = ({ preheader }: Pick<LetterContent, 'preheader'>): string =>
  preheader || NEUTRAL_PREHEADER;

/** What a phone shows before the letter is opened. */
export const lockScreenOf = (content: Pick<LetterContent, 'subject' | 'preheader'>, from: string) => ({
  from,
  subject: content.subject,
  preview: preheaderOf(content).slice(0, PREVIEW_LENGTH),
});

/** A mail has no page it belongs to: relative links and pictures get the address of the site. */
const withAbsoluteLinks = (html: string, publicUrl: string): string =>
  html.replace(/\b(href|src)="\/(?!\/)/g, `$1="${escapeMarkup(new URL(publicUrl).origin)}/`);

/** Prepares the parts of a letter that are the same for every reader. */
export const letterRenderer = (content: LetterContent, publicUrl: string) => {
  const { hostname } = new URL(publicUrl);
  const preheader = preheaderOf(content);
  const body = withAbsoluteLinks(content.html, publicUrl);
  return ({
    to,
    messageId,
    leaveLink,
    headers,
  }: {
    readonly to: string;
    readonly messageId: string;
    readonly leaveLink: string;
    readonly headers: Readonly<Record<string, string>>;
  }) => ({
    to,
    subject: content.subject,
    text: [preheader, content.plain, `-- \n${FOOTER}\n${leaveLink}`].join('\n\n'),
    html: [
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(content.subject)}</title></head>`,
      '<body style="margin:0 auto;max-width:36rem;padding:1rem;font-family:Georgia,serif;line-height:1.5">',
      `<div style="display:none;max-height:0;overflow:hidden">${escapeMarkup(preheader)}${PADDING}</div>`,
      body,
      `<hr><p style="font-size:.85rem">${escapeMarkup(FOOTER)} <a href="${escapeMarkup(leaveLink)}">${escapeMarkup(leaveLink)}</a></p>`,
      '</body></html>',
    ].join(''),
    messageId,
    headers: { 'List-Id': `<letters.${hostname}>`, Precedence: 'bulk', ...headers },
  });
};
