import { homeTexts } from '@satrangi/contracts/texts/home';
import { arrowRightIcon, Icon } from '@satrangi/kit';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { textProps, useTexts } from '../../lib/use-texts.ts';
import styles from './area-links.module.css';

const libraryArt = (
  <svg
    className={styles.art}
    viewBox="0 0 520 220"
    preserveAspectRatio="xMidYMid meet"
    aria-hidden="true"
    focusable="false"
  >
    <path d="M128 62Q196 44 260 74V206Q196 178 128 194z" fill="var(--on-dark)" />
    <path d="M392 62Q324 44 260 74V206Q324 178 392 194z" fill="var(--jamun-pale)" />
    <g stroke="var(--jamun)" strokeWidth="5" opacity=".85">
      <path d="M152 92q44 -8 84 8M152 116q44 -8 84 8M152 140q28 -5 54 0" />
    </g>
    <path d="M330 24L462 104 330 184z" fill="var(--haldi)" />
    <path d="M330 56.5Q362 56 392 62V146.4L330 184z" fill="var(--gulmohar)" />
    <path d="M44 148V116a70 70 0 0 1 140 0v32" fill="none" stroke="var(--neem)" strokeWidth="15" />
    <rect x="28" y="134" width="34" height="60" rx="10" fill="var(--neem)" />
    <rect x="166" y="134" width="34" height="60" rx="10" fill="var(--firoza)" />
  </svg>
);

const publishingArt = (
  <svg
    className={styles.art}
    viewBox="0 0 360 220"
    preserveAspectRatio="xMidYMid meet"
    aria-hidden="true"
    focusable="false"
  >
    <g transform="rotate(-7 180 110)">
      <rect x="86" y="16" width="176" height="190" fill="var(--cover-paper)" />
      <g stroke="var(--jamun)" strokeWidth="5">
        <path d="M110 54h104M110 78h128M110 102h118M110 126h60" />
      </g>
    </g>
    <circle cx="248" cy="140" r="58" fill="var(--haldi)" />
    <g style={{ mixBlendMode: 'multiply' }}>
      <path d="M190 110a58 58 0 0 1 74-26l8 68-70 26a58 58 0 0 1-12-68z" fill="var(--haldi-pale)" />
    </g>
    <path d="M172 170l88-88 21 21-88 88-30 9z" fill="var(--jamun)" />
    <path d="M163 200l9-30 21 21z" fill="var(--cover-paper)" />
  </svg>
);

const archivesArt = (
  <svg
    className={styles.art}
    viewBox="0 0 360 220"
    preserveAspectRatio="xMidYMid meet"
    aria-hidden="true"
    focusable="false"
  >
    <path
      d="M40 96Q40 200 150 200H214Q322 200 322 108"
      fill="none"
      stroke="var(--cover-ink)"
      strokeWidth="6"
    />
    <circle cx="110" cy="92" r="74" fill="var(--cover-ink)" />
    <g fill="var(--neem)">
      <circle cx="110" cy="52" r="17" />
      <circle cx="144.64" cy="112" r="17" />
      <circle cx="75.35" cy="112" r="17" />
    </g>
    <circle cx="110" cy="92" r="13" fill="var(--haldi)" />
    <circle cx="258" cy="104" r="64" fill="var(--firoza)" />
    <g fill="var(--neem)">
      <circle cx="269.97" cy="71.11" r="15" />
      <circle cx="280.49" cy="130.81" r="15" />
      <circle cx="223.53" cy="110.07" r="15" />
    </g>
    <circle cx="258" cy="104" r="11" fill="var(--cover-paper)" />
    <rect x="160" y="184" width="46" height="30" rx="4" fill="var(--anaar)" />
  </svg>
);

const areas = [
  {
    to: paths.library,
    ground: 'jamun',
    art: libraryArt,
    title: 'Digital library',
    text: 'home.discovery.library',
    action: 'Open the library',
  },
  {
    to: paths.publishing,
    ground: 'gulmohar',
    art: publishingArt,
    title: 'Publishing',
    text: 'home.discovery.publishing',
    action: 'Submit your work',
  },
  {
    to: paths.archives,
    ground: 'neem',
    art: archivesArt,
    title: 'Archives',
    text: 'home.discovery.archives',
    action: 'Enter the archives',
  },
] as const;

/** Links to the three areas of the site. */
export function AreaLinks() {
  const texts = useTexts(homeTexts);
  return (
    <div className={styles.doors}>
      {areas.map(({ to, ground, art, title, text, action }) => (
        <article key={to} className={styles.door} data-pigment={ground}>
          {art}
          <h3>{title}</h3>
          <p {...textProps(texts[text])}>{texts[text]}</p>
          <Link className={styles.go} to={to}>
            <span>{action}</span>
            <Icon shape={arrowRightIcon} size="s" />
          </Link>
        </article>
      ))}
    </div>
  );
}
