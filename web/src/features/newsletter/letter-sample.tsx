import { CONFIRMATION_SUBJECT } from '@satrangi/contracts/pure';
import styles from './newsletter.module.css';

const promises = [
  ['Once a month', 'New books and films, what the archive found, and readings near you.'],
  ['One story to keep', 'A poem, an essay or a chapter, complete, in its own script.'],
  ['Easy to leave', 'Every letter has one link that ends it, at once. We delete your address.'],
] as const;

/** The notification of a mail on a locked phone, which does not reveal the subject of this site. */
function LockScreen() {
  return (
    <figure className={styles.phone}>
      <div className={styles.notice}>
        <p className={styles.from}>
          <b>Mail</b> <span>now</span>
        </p>
        <p>
          <b>{CONFIRMATION_SUBJECT}</b>
        </p>
        <p>Somebody asked us to write to this address. If that was you…</p>
      </div>
      <figcaption>
        This is all a locked phone shows of our first mail. No subject and no first line of ours says what we
        publish.
      </figcaption>
    </figure>
  );
}

/** What comes, how it looks on a locked phone, and the beginning of a letter. */
export function LetterSample() {
  return (
    <div className={styles.below}>
      <ul className={styles.promises}>
        {promises.map(([title, text]) => (
          <li key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <div className={styles.samples}>
        <section aria-labelledby="phone-h">
          <h2 id="phone-h">On your phone</h2>
          <LockScreen />
        </section>
        <section aria-labelledby="letter-h">
          <h2 id="letter-h">Inside a letter</h2>
          <div className={`text ${styles.letter}`}>
            <p>Dear reader,</p>
            <p>
              The rain came early this year, and with it a parcel: forty letters, tied with a blouse string,
              kept for thirty years on top of a cupboard in Nagpur. We have read eleven of them so far. Two
              women write about a radio, a scooter and a house with a blue door that they mean to build.
            </p>
            <p>
              They built it. The niece who sent the parcel lives there now. She has asked us to read the rest
              aloud, so this month there is something to listen to as well.
            </p>
            <p>There are three new books on the shelf, and the shortest is the one we argued about most…</p>
          </div>
        </section>
      </div>
    </div>
  );
}
