import type { MediaItem } from '@satrangi/contracts';
import { scriptProps } from '@satrangi/kit';
import { sellingSentence } from '../../lib/selling-sentence.ts';
import styles from './selling-sentence.module.css';

/**
 * The one sentence that says why: the tagline of the item, or the beginning of its description. Nothing when that is the
 * whole description, which follows below.
 */
export function SellingSentence({ item }: { item: Pick<MediaItem, 'tagline' | 'description' | 'language'> }) {
  const sentence = sellingSentence(item);
  if (sentence === item.description.trim()) return null;
  return (
    <p className={styles.sentence} {...scriptProps(sentence, item.language)}>
      {sentence}
    </p>
  );
}
