import { plain, TITLE_MAX } from './page-text.ts';

const CARD_MAX = 160;

/** Texts of the Virtual Run. Title and tagline of a published event come from the event. */
export const runTexts = {
  'run.hero.title': plain('Heading when no event is open', 'Global Virtual Run', TITLE_MAX),
  'run.hero.tagline': plain('Tagline when no event is open', 'Step by Step, Story by Story', TITLE_MAX),
  'run.hero.lede': plain(
    'Sentences below the heading',
    'Run, walk, cycle or wheel, wherever you are. Every kilometre pays for a story that was never written down.',
    300,
  ),
  'run.join.title': plain('Title of the card to register', 'Join the Run', TITLE_MAX),
  'run.join.body': plain(
    'Sentence of the card to register',
    'You get a page of your own that friends can give to. Under any name you like.',
    CARD_MAX,
  ),
  'run.give.title': plain('Title of the card to contribute', 'Just Contribute', TITLE_MAX),
  'run.give.body': plain(
    'Sentence of the card to contribute',
    'Not one for running? Any amount helps, no account needed.',
    CARD_MAX,
  ),
  'run.give.button': plain('Button to contribute', 'Contribute Now', 40),
  'run.mission.title': plain('Heading of the mission', 'Save 90 million+ queer Indian stories', TITLE_MAX),
  'run.mission': plain(
    'Mission',
    'More than 90 million queer people live in India, and each has a story that nobody else can tell. Most were never recorded. What this run brings in pays for the listening: the travel, the recorder, the transcript, and the tea.',
  ),
  'run.rules.title': plain('Heading of the rules', 'Super Simple', TITLE_MAX),
  'run.rules.pick': plain(
    'Rule 1',
    'Pick your way. Run, walk, cycle, wheel or something else: all count the same, and nobody is timed.',
    CARD_MAX,
  ),
  'run.rules.move': plain(
    'Rule 2',
    'Cover your distance within 72 hours, in one go or in pieces, on any road, corridor or treadmill.',
    CARD_MAX,
  ),
  'run.rules.share': plain(
    'Rule 3',
    'Share your page if you like. Friends give, the bar moves, and the next story is recorded.',
    CARD_MAX,
  ),
  'run.impact.record': plain(
    'Impact: record stories',
    'Someone goes, sits down and listens, in the language the story is told in.',
    200,
  ),
  'run.impact.save': plain(
    'Impact: save history',
    'Tapes, films and magazines are copied before they fall apart, and kept in more than one place.',
    200,
  ),
  'run.impact.share': plain(
    'Impact: share widely',
    'What may be shared is free to hear and to read, with captions and a transcript.',
    200,
  ),
  'run.impact.teach': plain(
    'Impact: teach others',
    'Schools, families and newsrooms find what happened, told by those who were there.',
    200,
  ),
  'run.partners': plain(
    'Trusted partners',
    'We run this with people who have held these stories longer than we have: queer collectives, libraries and archives, and running clubs that leave nobody behind. Would yours like to join? Write to {email}.',
    400,
  ),
  'run.ledger': plain(
    'The public list of gifts',
    'Every gift is in a public list that anyone can check. It holds days and amounts, and no names.',
    CARD_MAX,
  ),
  'run.details.page': plain(
    'What a runner gets: a fundraising page',
    'A personal fundraising page. You choose its name, its goal and who finds it.',
    CARD_MAX,
  ),
  'run.details.materials': plain(
    'What a runner gets: materials',
    'Campaign materials: pictures and words to share, also plain ones that say nothing about you.',
    CARD_MAX,
  ),
  'run.details.community': plain(
    'What a runner gets: community',
    'Community support: people who answer when you are stuck, tired or nervous.',
    CARD_MAX,
  ),
  'run.details.training': plain(
    'What a runner gets: training',
    'Training sessions for every kind of body, at home and outdoors.',
    CARD_MAX,
  ),
} as const;
