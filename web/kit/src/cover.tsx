import { type CoverArt, drawMotif, titleInk } from '@satrangi/contracts/pure';
import { type ComponentProps, type CSSProperties, useState } from 'react';
import { classes } from './classes.ts';
import styles from './cover.module.css';
import { colorOf, ShapeElement } from './cover-shape.tsx';
import { titleSize } from './cover-title.ts';
import { LogoMark } from './logo.tsx';
import { scriptProps } from './script.ts';

export type CoverOf = {
  readonly title: string;
  readonly author: string;
  readonly language: string;
  readonly cover: CoverArt | null;
  readonly thumbnailUrl: string | null;
};

/** Height for the title in hundredths of the width, with or without the author below it. */
const TITLE_ALONE = 46;
const TITLE_WITH_AUTHOR = 39;

/** View box of each shape; without text the figure is centred. */
const fields = { book: '0 0 200 300', square: '0 92 200 200', still: '0 110 200 180' } as const;
type Shape = keyof typeof fields;

function DrawnCover({ title, author, language, cover, shape }: CoverOf & { cover: CoverArt; shape: Shape }) {
  const { art, foot } = drawMotif(cover, title);
  const size = titleSize(title, foot ? TITLE_ALONE : TITLE_WITH_AUTHOR);
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--c-bg': colorOf(cover.ground),
    '--c-fg': colorOf(titleInk(cover.ground)),
    '--c-foot': foot && foot !== 'title' ? colorOf(foot) : 'var(--c-fg)',
    '--c-size': `${size}cqi`,
  };
  return (
    <span className={styles.face} style={style} data-foot={foot ? '' : undefined}>
      <svg
        className={styles.art}
        viewBox={fields[shape]}
        preserveAspectRatio={shape === 'still' ? 'xMidYMid slice' : 'xMidYMax slice'}
        aria-hidden="true"
        focusable="false"
      >
        {art.map((shape, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes of a drawing never move
          <ShapeElement key={index} {...shape} />
        ))}
      </svg>
      <span className={styles.words}>
        <span className={styles.title} {...scriptProps(title, language)}>
          {title}
        </span>
        <span className={styles.author} {...scriptProps(author, language)}>
          {author}
        </span>
      </span>
    </span>
  );
}

function Plate({ title, author, language }: CoverOf) {
  return (
    <span className={classes(styles.face, styles.plate)}>
      <span className={styles.mark}>
        <LogoMark />
      </span>
      <span className={styles.plateTitle} {...scriptProps(title, language)}>
        {title}
      </span>
      <span className={styles.author} {...scriptProps(author, language)}>
        {author}
      </span>
    </span>
  );
}

/**
 * A cover: its picture, or a drawing from its recipe, or a plate with the logo when there is neither or the picture
 * does not load. Hidden from screen readers, because the title stands beside it.
 */
export function Cover({
  of,
  shape = 'book',
  className,
  ...rest
}: {
  of: CoverOf;
  /** `square` for sound, `still` (16:9) for films: both without text. */
  shape?: Shape;
} & ComponentProps<'span'>) {
  const [failed, setFailed] = useState(false);
  const picture = failed ? null : of.thumbnailUrl;
  return (
    <span
      className={classes(styles.cover, className)}
      data-cover=""
      data-shape={shape}
      aria-hidden="true"
      {...rest}
    >
      {picture ? (
        <img
          className={styles.picture}
          src={picture}
          alt=""
          width="400"
          height="600"
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      ) : of.cover ? (
        <DrawnCover {...of} cover={of.cover} shape={shape} />
      ) : (
        <Plate {...of} />
      )}
    </span>
  );
}
