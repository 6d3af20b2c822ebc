import { plain, TITLE_MAX } from './page-text.ts';

export const libraryTexts = {
  'library.hero.title': plain('Heading', 'The digital library', TITLE_MAX),
  'library.hero.description': plain(
    'Sentences below the heading',
    'Novels, films, voices and plays by queer India, in the languages they were dreamt in. Sample most of them for free, buy once, and come back whenever you like.',
    300,
  ),
  'library.why.title': plain('Title of the explanation', 'Why it matters', TITLE_MAX),
  'library.why.body': plain(
    'Explanation',
    'For a long time our stories were told by others, or in whispers, or not at all. A library says that someone was here: it keeps the words, in the language they were said in, where the next reader can find them. Every title pays the person who made it, and we tell no one what you read.',
  ),
} as const;
