import { plain } from './page-text.ts';

export const newsletterPageTexts = {
  'newsletter.pitch': plain(
    'Sentences below the heading',
    'New books, films and voices, and one story to keep. It comes by mail, in a plain envelope: the subject never says what we publish.',
    300,
  ),
} as const;
