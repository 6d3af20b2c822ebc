import { ApiError } from '@satrangi/contracts/pure';
import { htmlAnswerText } from '../../lib/html-answer.ts';

const HTML_ANSWER = 'Server misconfiguration: API request returned HTML. Please contact support.';

/** The error message of a newsletter call: the server's own, or `fallback` (storefront §8). */
export const failureText = (error: unknown, fallback: string): string =>
  htmlAnswerText(error, HTML_ANSWER) ?? ((error instanceof ApiError && error.message) || fallback);
