import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './prose.module.css';

/** Running text of plain words: blank lines part paragraphs. */
export function Prose({ children, className, ...rest }: { children: string } & ComponentProps<'div'>) {
  return (
    <div className={classes('text', styles.prose, className)} {...rest}>
      {children.split(/\n{2,}/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of one text never move
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  );
}
