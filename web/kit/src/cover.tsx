import { type CoverArt, type CoverDrawing, titleInk } from '@satrangi/contracts/pure';
import { type ComponentProps, type CSSProperties, useState } from 'react';
import { classes } from './classes.ts';
import styles from './cover.module.css';
import { useDrawings } from './cover-drawings.ts';
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
/** The largest title of a plate, and the height for it below the logo. */
const PLATE_TITLE = 11;
const PLATE_HEIGHT = 64;

/** View box of each shape: without text the figure is centred, and a wide picture shows the scene on both sides of it. */
const fields = {
  book: '0 0 200 300',
  square: '0 92 200 200',
  still: '-72 102 344 193.5',
  wide: '-72 102 344 193.5',
} as const;
type Shape = keyof typeof fields;

type CoverStyle = CSSProperties & Record<`--${string}`, string>;
const groundOf = ({ ground }: CoverArt): CoverStyle => ({ '--c-bg': colorOf(ground) });

type DrawnCoverProps = CoverOf & { cover: CoverArt; shape: Shape };

/** The ground of a cover until the drawings are loaded, so that nothing moves. */
function DrawnCover(props: DrawnCoverProps) {
  const draw = useDrawings();
  if (draw === null) return <Plate {...props} />;
  if (draw === undefined) return <span className={styles.face} style={groundOf(props.cover)} />;
  return <DrawnFace {...props} {...draw(props.cover, props.title)} />;
}

function DrawnFace({ title, author, language, cover, shape, art, foot }: DrawnCoverProps & CoverDrawing) {
  const size = titleSize(title, foot ? TITLE_ALONE : TITLE_WITH_AUTHOR);
  const style: CoverStyle = {
    ...groundOf(cover),
    '--c-fg': colorOf(titleInk(cover.ground)),
    '--c-foot': foot && foot !== 'title' ? colorOf(foot) : 'var(--c-fg)',
    '--c-size': `${size}cqi`,
  };
  return (
    <span className={styles.face} style={style} data-foot={foot ? '' : undefined}>
      <svg
        className={styles.art}
        viewBox={fields[shape]}
        preserveAspectRatio="xMidYMax slice"
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
  const style: CoverStyle = { '--c-size': `${Math.min(PLATE_TITLE, titleSize(title, PLATE_HEIGHT))}cqi` };
  return (
    <span className={classes(styles.face, styles.plate)} style={style}>
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
  /** `square` for sound, `still` (16:9) for films, `wide` (16:9) for posts: all without text. */
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
