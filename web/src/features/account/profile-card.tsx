import type { Profile } from '@satrangi/contracts';
import { buttonLook, Icon, profileIcon } from '@satrangi/kit';
import { countryName } from '../../lib/country.ts';
import { dateText } from '../../lib/dates.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import styles from './profile.module.css';
import { UnconfirmedEmail } from './unconfirmed-email.tsx';

/** A summary of the reader's profile. */
export function ProfileCard({ profile, onLogOut }: { profile: Profile; onLogOut: () => void }) {
  const { name, pronouns, email, phone, bio, city, country, interests, createdAt, pendingEmail } = profile;
  const location = [city, country && countryName(country)].filter(Boolean).join(', ');
  return (
    <section className={styles.card} aria-label="Your profile">
      <p className={styles.name}>
        <Icon shape={profileIcon} size="l" />
        <span>
          <b>
            <bdi>{name}</bdi>
          </b>
          {pronouns && <span className="muted"> {pronouns}</span>}
        </span>
      </p>
      {bio && <p className={styles.bio}>{bio}</p>}
      <dl>
        {email && (
          <div>
            <dt>Email</dt>
            <dd>{email}</dd>
          </div>
        )}
        {pendingEmail && (
          <div>
            <dt>New email, not confirmed yet</dt>
            <dd>{pendingEmail}</dd>
          </div>
        )}
        {phone && (
          <div>
            <dt>Phone</dt>
            <dd className="num">{phone}</dd>
          </div>
        )}
        {location && (
          <div>
            <dt>Place</dt>
            <dd>{location}</dd>
          </div>
        )}
        {interests.length > 0 && (
          <div>
            <dt>Interests</dt>
            <dd>{interests.join(', ')}</dd>
          </div>
        )}
        <div>
          <dt>With us since</dt>
          <dd>{dateText(createdAt)}</dd>
        </div>
      </dl>
      <UnconfirmedEmail profile={profile} />
      <div className={styles.acts}>
        <Link {...buttonLook({ tone: 'primary' })} to={paths.library}>
          My Library
        </Link>
        <button type="button" {...buttonLook()} onClick={onLogOut}>
          Log Out
        </button>
      </div>
    </section>
  );
}
