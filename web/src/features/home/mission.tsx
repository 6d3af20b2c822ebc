import { homeTexts } from '@satrangi/contracts/texts/home';
import { buttonLook } from '@satrangi/kit';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { textProps, useTexts } from '../../lib/use-texts.ts';
import styles from './mission.module.css';

/** Illustration: a sound wave that turns into books. */
const art = (
  <svg
    className={styles.art}
    viewBox="0 0 640 400"
    preserveAspectRatio="xMaxYMax slice"
    aria-hidden="true"
    focusable="false"
  >
    <path
      stroke="var(--jamun)"
      strokeWidth="8"
      strokeLinecap="round"
      d="M16 229v14M35 213v46M54 223v26M73 192v88M92 165v142M111 198v76M130 145v182M149 176v120M168 133v206M187 192v88M206 158v156M225 210v52M244 180v112"
    />
    <path
      fill="var(--jamun)"
      d="M262 150h22v250h-22zM320 220h14v180h-14zM466 184h26v216h-26zM618 114h44v286h-44z"
    />
    <path fill="var(--anaar)" d="M287 194h30v206h-30zM495 138h52v262h-52z" />
    <path fill="var(--firoza)" d="M337 122h40v278h-40zM550 210h24v190h-24z" />
    <path fill="var(--gulmohar)" d="M380 168h34v232h-34z" />
    <path fill="var(--neel)" d="M417 100h46v300h-46zM577 154h38v246h-38z" />
  </svg>
);

export function Mission() {
  const text = useTexts(homeTexts)['home.mission'];
  return (
    <section className={styles.mission} aria-labelledby="mission-h">
      {art}
      <div className={`wrap ${styles.inside}`}>
        <h2 id="mission-h">Most of our stories were never written down.</h2>
        <p {...textProps(text)}>{text}</p>
        <div className={styles.ways}>
          <Link {...buttonLook({ tone: 'primary', size: 'l' })} to={paths.support}>
            Support the archive
          </Link>
          <Link {...buttonLook({ size: 'l' })} to={paths.newsletter}>
            Get the newsletter
          </Link>
        </div>
      </div>
    </section>
  );
}
