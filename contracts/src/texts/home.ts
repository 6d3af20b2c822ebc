import { plain, TITLE_MAX } from './page-text.ts';

export const homeTexts = {
  'home.hero.title': plain('Heading', 'Stories that were always ours.', TITLE_MAX),
  'home.hero.lede': plain(
    'Sentence below the heading',
    'Books, short films, audio and oral histories by queer India, in the languages we dream in. Buy once, come back any time.',
    200,
  ),
  'home.discovery.library': plain(
    'Card of the digital library',
    'Read in the browser, listen on the bus, watch tonight. Everything you buy stays in your library.',
    160,
  ),
  'home.discovery.publishing': plain(
    'Card of publishing',
    'Send us your manuscript, film or recording. A person reads every one.',
    160,
  ),
  'home.discovery.archives': plain(
    'Card of the archives',
    'Oral histories, documentaries and magazines, kept safe and kept playable.',
    160,
  ),
  'home.mission': plain(
    'Mission',
    'We have amplified queer voices since 2010. Forty per cent of every sale, after taxes and fees, goes to the person who made it. The rest keeps the recorder running.',
    400,
  ),
} as const;
