import type { LetterSend } from '@satrangi/contracts';
import { counted, grouped } from '../../lib/format.ts';

export const newsletterSentences = {
  linkInvalid: 'Please enter a valid Google Docs URL (e.g., https://docs.google.com/document/d/...)',
  sendFailed: 'Failed to send newsletter.',
  noStats: 'Newsletter sent, but server did not return delivery stats.',
} as const;

/** Above so many readers the number must be typed before a letter goes out. */
export const TYPED_FROM = 1_000;

const LINK =
  /^https:\/\/docs\.google\.com\/(?:a\/[\w.-]+\/)?(?:document|spreadsheets)\/(?:u\/\d+\/)?d\/[\w-]{20,100}(?:[/?#]\S*)?$/;
/** Whether a link leads to a document or a spreadsheet; the service checks it again. */
export const isDocumentLink = (link: string): boolean => LINK.test(link.trim());

/** The sentence after a send has begun: of the service, or that it gave no numbers. */
export const sentenceOf = (answer: unknown): string => {
  const { sent, total, message } = (answer ?? {}) as Partial<Record<'sent' | 'total' | 'message', unknown>>;
  if (typeof sent !== 'number' || typeof total !== 'number') return newsletterSentences.noStats;
  return typeof message === 'string' && message !== '' ? message : `Sent to ${sent} of ${total}.`;
};

export const stateTexts: Readonly<Record<LetterSend['state'], string>> = {
  waiting: 'Waits for a second admin',
  preparing: 'Being prepared',
  sending: 'Sending',
  paused: 'Paused',
  done: 'Sent',
  cancelled: 'Cancelled',
};

/** `40 of 100 sent, 1 failed, 2 skipped, 1 in doubt`. */
export const countsText = ({ sent, total, failed, skipped, doubtful }: LetterSend): string =>
  [
    `${grouped(sent)} of ${grouped(total)} sent`,
    failed > 0 && `${grouped(failed)} failed`,
    skipped > 0 && `${grouped(skipped)} skipped`,
    doubtful > 0 && `${grouped(doubtful)} in doubt`,
  ]
    .filter(Boolean)
    .join(', ');

export const sendLabel = (readers: number | undefined): string =>
  readers === undefined ? 'Send' : `Send to ${counted(readers, 'reader')}`;
