import type { StoredMediaType, SubmissionDetail, SubmissionStatus } from '@satrangi/contracts';
import { isDecided, kindOf } from '@satrangi/contracts/pure';

const LIST_CHARACTERS = 80;

/** The beginning of a description, for the list (checklist ADM-15). */
export const shortened = (text: string): string => {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length <= LIST_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, LIST_CHARACTERS).join('').trimEnd()}…`;
};

export const mediaLabel = (media: StoredMediaType): string => kindOf(media).label;

/** The word on the button that moves a submission. */
export const moveLabel = (from: SubmissionStatus, to: SubmissionStatus): string =>
  ({
    received: 'Received',
    'in-review': isDecided(from) ? 'Reopen' : 'In review',
    accepted: 'Accept for publication',
    declined: 'Decline',
    withdrawn: 'Withdraw',
  })[to];

/** The question before a submission moves. */
export const moveQuestion = (title: string, from: SubmissionStatus, to: SubmissionStatus): string =>
  ({
    received: `Move ‘${title}’ to Received?`,
    'in-review': isDecided(from) ? `Reopen ‘${title}’?` : `Take ‘${title}’ into review?`,
    accepted: `Accept ‘${title}’ for publication?`,
    declined: `Decline ‘${title}’?`,
    withdrawn: `Withdraw ‘${title}’?`,
  })[to];

const MB = 1024 * 1024;
const KB = 1024;

/** `4.2 MB`, `310 kB`. */
export const sizeText = (bytes: number): string =>
  bytes >= MB ? `${(bytes / MB).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / KB))} kB`;

type File = NonNullable<SubmissionDetail['file']>;

export const warningTexts: Readonly<Record<File['warnings'][number], string>> = {
  macros: 'It holds macros. Open it in a program that does not run them.',
  encrypted: 'It needs a password.',
  nested: 'It holds an archive inside an archive.',
};

export const scanTexts: Readonly<Record<File['scan'], string>> = {
  clean: 'Scanned, nothing found',
  unscanned: 'Not scanned yet',
  infected: 'The virus scanner found something in this file. It is not handed out.',
};
