import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './prose.module.css';

/** Plain text with blank lines between paragraphs. */
export function Prose({ children, className, ...rest }: { children: string } & ComponentProps<'div'>) {
  return (
    <div className={classes('text', styles.prose, className)} {...rest}>
      {children.split(/\n{2,}/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text are never reordered
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  );
}
