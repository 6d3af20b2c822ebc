import { type Pigment, pigments } from '@satrangi/contracts/pure';

/** The motifs of films: those of covers that move, and those that only films have; `studio/pictures.ts` draws them. */
const filmMotifs = [
  ...(['windows', 'moon', 'monsoon', 'kite', 'waves', 'buttons', 'train'] as const),
  ...(['sun', 'leaves', 'balcony', 'thread', 'lamp', 'ledger', 'stairs'] as const),
  ...([
    'busstop',
    'bus',
    'shelter',
    'crossroads',
    'canopy',
    'puddle',
    'rickshaw',
    'street',
    'doors',
  ] as const),
  ...([
    'storm',
    'bridge',
    'crowd',
    'railing',
    'lanes',
    'pigeons',
    'away',
    'room',
    'teastall',
    'pegs',
  ] as const),
];
export type FilmMotif = (typeof filmMotifs)[number];

/** The light of an hour and the rain, which any motif may have. */
const lightNames = ['dawn', 'clearing', 'dusk', 'night'] as const;
const weatherNames = ['rain', 'drizzle'] as const;

/**
 * A storyboard: `# ` begins a chapter; each scene is a line `@ motif ground figure accent`, which may end with a light
 * and a weather, the spoken text, and lines such as `en: …` with translations.
 */
export type Picture = {
  readonly motif: FilmMotif;
  readonly ground: Pigment;
  readonly figure: Pigment;
  readonly accent: Pigment;
  readonly light?: (typeof lightNames)[number];
  readonly weather?: (typeof weatherNames)[number];
};
export type Scene = {
  readonly picture: Picture;
  readonly spoken: string;
  readonly translations: Readonly<Record<string, string>>;
};
export type FilmChapter = { readonly title: string; readonly scenes: readonly Scene[] };

const named = <T extends string>(known: readonly T[], word: string | undefined): T => {
  const found = known.find((each) => each === word);
  if (!found) throw new Error(`A picture can not have "${word}".`);
  return found;
};

const pictureOf = (line: string): Picture => {
  const [, motif, ground, figure, accent, ...more] = line.split(' ');
  const light = lightNames.find((name) => more.includes(name));
  const weather = weatherNames.find((name) => more.includes(name));
  for (const word of more) named([...lightNames, ...weatherNames], word);
  return {
    motif: named(filmMotifs, motif),
    ground: named(pigments, ground),
    figure: named(pigments, figure),
    accent: named(pigments, accent),
    ...(light ? { light } : {}),
    ...(weather ? { weather } : {}),
  };
};

const sceneOf = (block: string): Scene => {
  const [picture = '', ...lines] = block.split('\n');
  const translated = lines.flatMap((line) => {
    const [, language, text] = /^([a-z]{2}): (.+)$/.exec(line) ?? [];
    return language && text ? [[language, text] as const] : [];
  });
  const spoken = lines.filter((line) => !/^[a-z]{2}: /.test(line));
  return {
    picture: pictureOf(picture),
    spoken: spoken.join(' ').trim(),
    translations: Object.fromEntries(translated),
  };
};

const chapterOf = (part: string): FilmChapter => {
  const [title = '', ...rest] = part.split('\n');
  const blocks = rest
    .join('\n')
    .trim()
    .split(/\n\s*\n/);
  return { title: title.trim(), scenes: blocks.map((block) => sceneOf(block.trim())) };
};

/** The chapters of a film in order; a storyboard that does not begin with a chapter is refused. */
export const readStoryboard = (text: string): FilmChapter[] => {
  if (!text.startsWith('# ')) throw new Error('A storyboard begins with "# " and the title of its chapter.');
  return text.slice(2).split(/^# /m).map(chapterOf);
};

/** The words that are spoken in a film, one paragraph for each scene. */
export const narrationOf = (chapters: readonly FilmChapter[]): string =>
  chapters.flatMap(({ scenes }) => scenes.map(({ spoken }) => spoken)).join('\n\n');

/** The languages every scene is written in: the film's own and those of all its translations. */
export const captionLanguagesOf = (chapters: readonly FilmChapter[], own: string): string[] => {
  const [first, ...others] = chapters.flatMap(({ scenes }) =>
    scenes.map(({ translations }) => Object.keys(translations)),
  );
  const shared = (first ?? []).filter((language) => others.every((each) => each.includes(language)));
  return [own, ...shared];
};
