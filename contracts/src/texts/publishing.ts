import { plain, TITLE_MAX } from './page-text.ts';

const VALUE_MAX = 200;

/** Texts of the page for authors. */
export const publishingPageTexts = {
  'publishing.hero.title': plain('Heading', 'Send us your story.', TITLE_MAX),
  'publishing.hero.lede': plain(
    'Sentences below the heading',
    'A manuscript, a film, a recording or a box of old magazines. In any language, under any name, finished or nearly.',
    300,
  ),
  'publishing.values.1': plain(
    'Value: your name',
    'A pen name is fine, and we do not ask for another one. Our mails say nothing about what you sent.',
    VALUE_MAX,
  ),
  'publishing.values.2': plain(
    'Value: your work',
    'It stays yours. Take it back at any time before we decide: we delete the file and sign that it is gone.',
    VALUE_MAX,
  ),
  'publishing.values.3': plain(
    'Value: your share',
    'After taxes and fees, 40% of the listed price is yours. The creator policy says the rest, in plain words.',
    VALUE_MAX,
  ),
  'publishing.next.reader': plain(
    'Who reads what arrives, by name',
    'Farhan, our editor, opens it first. He reads to the end, and you hear from us either way.',
    VALUE_MAX,
  ),
} as const;
