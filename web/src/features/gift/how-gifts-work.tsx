import { buttonLook } from '@satrangi/kit';
import type { ReactNode } from 'react';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import styles from './how-gifts-work.module.css';

function Art({ children }: { children: ReactNode }) {
  return (
    <svg
      className={styles.art}
      viewBox="0 0 240 132"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

/** Spines on a plank, one pulled out with a ribbon around it. */
const choosing = (
  <Art>
    <path fill="var(--neem-deep)" d="M0 112h240v20H0z" />
    <path fill="var(--jamun)" d="M28 36h22v76H28zM176 28h26v84h-26z" />
    <path fill="var(--firoza)" d="M54 48h18v64H54zM206 52h16v60h-16z" />
    <path fill="var(--neel)" d="M76 30h26v82H76z" />
    <path fill="var(--anaar)" d="M106 10h36v88h-36z" />
    <path fill="var(--haldi)" d="M118 10h10v88h-10zM106 42h36v10h-36z" />
    <path
      fill="var(--haldi)"
      d="M123 42c-10-18-30-18-28-6 1 8 16 10 28 6zM123 42c10-18 30-18 28-6-1 8-16 10-28 6z"
    />
    <path fill="var(--cover-paper)" d="M146 44h26v68h-26z" />
  </Art>
);

/** A card with a code, half out of its envelope. */
const passing = (
  <Art>
    <circle cx="176" cy="50" r="40" fill="var(--haldi-deep)" />
    <path fill="var(--jamun)" d="M52 62h136v70H52z" />
    <g transform="rotate(-4 120 60)">
      <path fill="var(--cover-paper)" d="M64 16h112v84H64z" />
      <path stroke="var(--cover-ink)" strokeWidth="7" d="M76 40h17M99 40h17M122 40h17M145 40h17" />
      <path stroke="var(--anaar)" strokeWidth="5" d="M76 60h62M76 74h42" />
    </g>
    <path fill="var(--anaar)" d="M52 66l68 46 68-46v66H52z" />
    <path fill="var(--anaar-deep)" d="M52 132l56-44 12 10 12-10 56 44z" />
  </Art>
);

/** An open parcel behind a drawn curtain. */
const opening = (
  <Art>
    <path fill="var(--neel-deep)" d="M0 116h240v16H0z" />
    <path fill="var(--gulmohar)" d="M84 64h72v52H84z" />
    <path fill="var(--gulmohar-deep)" d="M84 64l-18-16h26l28 16zM156 64l18-16h-26l-28 16z" />
    <path fill="var(--haldi)" d="M114 64h12v52h-12zM120 12l5 13 14 1-11 9 4 14-12-8-12 8 4-14-11-9 14-1z" />
    <path fill="var(--neem)" d="M92 30l10 3-7 8zM150 22l9 6-10 4z" />
    <path fill="var(--neel)" d="M0 0h58c4 44-6 86-26 116H0zM240 0h-58c-4 44 6 86 26 116h32z" />
    <path
      fill="none"
      stroke="var(--neel-deep)"
      strokeWidth="4"
      d="M18 0c4 44 0 84-8 116M38 0c4 44-2 84-16 116M222 0c-4 44 0 84 8 116M202 0c-4 44 2 84 16 116"
    />
    <path fill="var(--cover-ink)" d="M0 0h240v7H0z" />
  </Art>
);

const steps = [
  {
    ground: 'neem',
    art: choosing,
    name: 'Choose a title',
    text: 'Press “Give it to somebody” on the page of any title that is for sale.',
  },
  {
    ground: 'haldi',
    art: passing,
    name: 'Pass on the code',
    text: 'You get a code and a link to pass on as you like, or we mail them. They name neither the title nor you.',
  },
  {
    ground: 'firoza',
    art: opening,
    name: 'It stays private',
    text: 'You see that it was opened, but not by whom. Until then you can take it back, for up to 180 days.',
  },
] as const;

/** How a gift is given (decision 0137), for whoever wants to give one. */
export function HowGiftsWork() {
  return (
    <section className={styles.how} aria-labelledby="how-gifts-work">
      <div className="wrap">
        <h2 id="how-gifts-work">How a gift works</h2>
        <ol className={styles.steps}>
          {steps.map(({ ground, art, name, text }) => (
            <li key={name}>
              <span className={styles.ground} data-pigment={ground}>
                {art}
              </span>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <Link {...buttonLook()} to={paths.library}>
          Choose a gift
        </Link>
      </div>
    </section>
  );
}
