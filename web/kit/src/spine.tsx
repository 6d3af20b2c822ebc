import type { Pigment } from '@satrangi/contracts/pure';
import type { CSSProperties } from 'react';
import { scriptProps } from './script.ts';
import styles from './spine.module.css';
import { spineShape } from './spine-shape.ts';

type Props = {
  id: string;
  title: string;
  author: string;
  language: string;
  /** The cloth: the ground of the book's cover. */
  pigment: Pigment;
  /** The label at the foot: the pigment of the media type, as in the legend. */
  kind: Pigment;
};

/**
 * The spine of a book with title and author in their own scripts. It is decorative: the link around it has title,
 * author and kind as text.
 */
export function Spine({ id, title, author, language, pigment, kind }: Props) {
  const { width, height, size, binding } = spineShape(id, title);
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--w': `${width}px`,
    '--h': `${height}px`,
    '--fs': `${size}px`,
  };
  return (
    <span
      className={styles.spine}
      data-pigment={pigment}
      data-binding={binding}
      style={style}
      aria-hidden="true"
    >
      <b {...scriptProps(title, language)}>{title}</b>
      <i {...scriptProps(author, language)}>{author.split(' ').at(-1)}</i>
      <span className={styles.kind} data-pigment={kind} />
    </span>
  );
}
