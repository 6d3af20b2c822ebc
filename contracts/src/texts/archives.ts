import { plain, TITLE_MAX } from './page-text.ts';

export const archivesTexts = {
  'archives.hero.title': plain('Heading', 'The archives', TITLE_MAX),
  'archives.hero.description': plain(
    'Sentences below the heading',
    'Films, magazines and voices that were kept in drawers, on tapes and in memory. They are here so that no one has to start over.',
    300,
  ),
  'archives.about.title': plain('Title of the explanation', 'About the Archives', TITLE_MAX),
  'archives.about.body': plain(
    'Explanation',
    'Everything here was given by the people it is about, or by those who kept it for them. Each recording says who speaks, where and when, as far as they wish. Anyone who gave something can change their mind: write to us and we take it down, no questions asked.',
  ),
} as const;
