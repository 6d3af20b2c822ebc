import { scriptProps } from '@satrangi/kit';
import { textInLanguage } from '@satrangi/kit/language/language';
import { Fragment } from 'react';

/** `lang` and `dir` of a genre or a tag; none when the interface has a translation of it, which is then shown. */
export const wordProps = (word: string): Partial<ReturnType<typeof scriptProps>> =>
  textInLanguage(word) === word ? scriptProps(word) : {};

/** Genres or tags in one line, each in its own language. */
export function Words({ words }: { words: readonly string[] }) {
  return words.map((word, index) => (
    <Fragment key={word}>
      {index > 0 && ', '}
      <bdi {...wordProps(word)}>{word}</bdi>
    </Fragment>
  ));
}
