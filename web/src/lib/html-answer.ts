import { NotJsonError } from '@satrangi/contracts/pure';

/**
 * The error message for a response that was HTML instead of JSON, with technical details for a report (storefront §8):
 * status, content type and path. Null for every other error.
 */
export const htmlAnswerText = (error: unknown, sentence: string): string | null => {
  if (!(error instanceof NotJsonError) || !error.contentType.includes('html')) return null;
  return `${sentence} (status ${error.status}, ${error.contentType}, ${error.path})`;
};
