import { Button } from '@satrangi/kit';
import { PageHeading } from '../../lib/page-heading.tsx';
import { textProps } from '../../lib/use-texts.ts';
import styles from './publishing-hero.module.css';

/** A manuscript, a pen and a reel: what people send. */
const art = (
  <svg className={styles.art} viewBox="0 0 420 340" aria-hidden="true" focusable="false">
    <circle cx="318" cy="92" r="78" fill="var(--haldi)" />
    <g transform="rotate(9 220 190)">
      <rect x="150" y="46" width="186" height="250" fill="var(--gulmohar-pale)" />
    </g>
    <g transform="rotate(-6 190 190)">
      <rect x="88" y="44" width="200" height="264" fill="var(--cover-paper)" />
      <path d="M116 84h92" stroke="var(--anaar)" strokeWidth="12" />
      <path
        d="M116 122h144M116 148h130M116 174h144M116 200h112M116 226h138M116 252h72"
        stroke="var(--cover-ink)"
        strokeWidth="5"
        opacity=".8"
      />
    </g>
    <circle cx="78" cy="262" r="58" fill="var(--firoza)" />
    <g fill="var(--cover-paper)">
      <circle cx="78" cy="228" r="13" />
      <circle cx="107.4" cy="279" r="13" />
      <circle cx="48.6" cy="279" r="13" />
    </g>
    <path d="M244 232L346 130l27 27-102 102-38 11z" fill="var(--jamun)" />
    <path d="M233 270l11-38 27 27z" fill="var(--haldi-pale)" />
    <path d="M346 130l14-14 27 27-14 14z" fill="var(--anaar)" />
  </svg>
);

/** The head of the page for authors; its button leads to the form. */
export function PublishingHero({
  title,
  lede,
  onStart,
}: {
  title: string;
  lede: string;
  onStart: () => void;
}) {
  return (
    <div className={styles.hero}>
      <div className={`wrap ${styles.inside}`}>
        <div className={styles.pitch}>
          <PageHeading isDisplay {...textProps(title)}>
            {title}
          </PageHeading>
          <p {...textProps(lede)}>{lede}</p>
          <div>
            <Button tone="primary" size="l" onClick={onStart}>
              Submit your work
            </Button>
          </div>
        </div>
        {art}
      </div>
    </div>
  );
}
