import type { PersonAbout } from '@satrangi/contracts';
import { scriptProps } from '@satrangi/kit';
import styles from './about.module.css';

/** The words of editors about a person or a series, in their language. */
export function About({ text, language }: PersonAbout) {
  return (
    <div className={`text ${styles.about}`} {...scriptProps(text, language)}>
      {text.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
