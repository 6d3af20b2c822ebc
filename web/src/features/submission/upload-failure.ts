import { ApiError, claimedKind, MANUSCRIPT_MAX_BYTES, publishingTexts } from '@satrangi/contracts/pure';
import { htmlAnswerText } from '../../lib/html-answer.ts';

const HTML_ANSWER = 'The server sent a page instead of an answer.';
const SERVER_ERROR = 'Server error - please check server logs';

/** The refusal of a file that the server would refuse by its name, type or size; undefined for another file. */
export const refusalOf = ({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined => {
  if (!claimedKind(name, type)) return publishingTexts.typeInvalid;
  return size > MANUSCRIPT_MAX_BYTES ? publishingTexts.tooLarge : undefined;
};

const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 0;

/** The message of an upload that ended with an error (storefront §8). */
export const uploadFailureText = (error: unknown): string => {
  const html = htmlAnswerText(error, HTML_ANSWER);
  if (html) return html;
  const status = statusOf(error);
  if (error instanceof ApiError && (status < 500 || error.message === publishingTexts.storeFull))
    return error.message;
  return status >= 500 ? SERVER_ERROR : publishingTexts.uploadFailed;
};
