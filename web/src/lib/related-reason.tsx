import type { RelatedReason } from '@satrangi/contracts';
import { scriptProps } from '@satrangi/kit';
import { textInLanguage } from '@satrangi/kit/language/language';
import { languageName } from './language-name.ts';
import { wordProps } from './words.tsx';

/** A translated genre as it is, another one as in the middle of a sentence. */
const inSentence = (genre: string): string =>
  textInLanguage(genre) === genre ? genre.charAt(0).toLowerCase() + genre.slice(1) : genre;

function GenreReason({ name, language, isShort }: RelatedReason) {
  const genre = <bdi {...wordProps(name)}>{inSentence(name)}</bdi>;
  if (language === undefined)
    return isShort ? <bdi>Also {genre}, and as short</bdi> : <bdi>Also {genre}</bdi>;
  const place = languageName(language);
  return isShort ? (
    <bdi>
      Also {genre} in {place}, and as short
    </bdi>
  ) : (
    <bdi>
      Also {genre} in {place}
    </bdi>
  );
}

/** Words before the name of a reason. */
const before = {
  'next-issue': 'Next in ',
  collection: 'Also in ',
  series: 'Also in ',
  author: 'Also by ',
  director: 'Also directed by ',
  narrator: 'Also read by ',
  speaker: 'Also told by ',
  cast: 'Also with ',
  language: 'Also in ',
  tag: 'Also about ',
} as const;

/** Why a title stands beside another one, in a few words: `Next in Verandah`, `Also poetry in Tamil`. */
export function Reason({ reason }: { reason: RelatedReason }) {
  const { kind, name } = reason;
  if (kind === 'genre') return <GenreReason {...reason} />;
  if (kind === 'language') return <bdi>{before[kind] + languageName(name)}</bdi>;
  return (
    <bdi>
      {before[kind]}
      <bdi {...(kind === 'tag' ? wordProps(name) : scriptProps(name))}>{name}</bdi>
    </bdi>
  );
}
