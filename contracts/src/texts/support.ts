import { plain, TITLE_MAX } from './page-text.ts';

export const supportTexts = {
  'support.hero.title': plain('Heading', 'Keep the recorder running.', TITLE_MAX),
  'support.hero.lede': plain(
    'Sentences below the heading',
    'Most queer Indian stories were never written down, and the people who remember them are not getting younger. Your contribution pays for the next conversation.',
    300,
  ),
  'support.impact.record': plain(
    'Impact: record stories',
    'Someone goes, sits down and listens, in the language the story is told in.',
    200,
  ),
  'support.impact.save': plain(
    'Impact: save history',
    'Tapes, films and magazines are copied before they fall apart, and kept in more than one place.',
    200,
  ),
  'support.impact.share': plain(
    'Impact: share widely',
    'What may be shared is free to hear and to read, with captions and a transcript.',
    200,
  ),
  'support.impact.teach': plain(
    'Impact: teach others',
    'Schools, families and newsrooms find what happened, told by those who were there.',
    200,
  ),
} as const;
