import type { Pigment } from '@satrangi/contracts/pure';
import type { CSSProperties } from 'react';
import { scriptProps } from './script.ts';
import styles from './spine.module.css';
import { spineShape } from './spine-shape.ts';

/**
 * A book seen from its back: title and author run down it in their own script. It is a picture: the link around it
 * says title, author and kind in words.
 */
export function Spine({
  id,
  title,
  author,
  language,
  pigment,
  kind,
}: {
  id: string;
  title: string;
  author: string;
  language: string;
  /** The cloth: the ground of the book's cover. */
  pigment: Pigment;
  /** The label at the foot: what kind of thing it is, as the legend of the shelf says. */
  kind: Pigment;
}) {
  const { width, height, size, binding } = spineShape(id, title);
  const set: CSSProperties & Record<`--${string}`, string> = {
    '--w': `${width}px`,
    '--h': `${height}px`,
    '--fs': `${size}px`,
  };
  return (
    <span
      className={styles.spine}
      data-pigment={pigment}
      data-binding={binding}
      style={set}
      aria-hidden="true"
    >
      <b {...scriptProps(title, language)}>{title}</b>
      <i {...scriptProps(author, language)}>{author.split(' ').at(-1)}</i>
      <span className={styles.kind} data-pigment={kind} />
    </span>
  );
}
