import { bankIcon, envelopeIcon, hiddenIcon, Icon } from '@satrangi/kit';
import { preferences, usePreferences } from '../../lib/preferences.ts';
import styles from './privacy-notice.module.css';

/** How the site protects the privacy of its readers. */
export function PrivacyNotice() {
  const { discreet } = usePreferences();
  return (
    <section className={styles.strip} aria-labelledby="private-h">
      <div className={`wrap ${styles.inside}`}>
        <h2 id="private-h">Private by default</h2>
        <ul>
          <li>
            <Icon shape={bankIcon} />
            <span>Bank and UPI statements show a neutral name, and you see it before you pay.</span>
          </li>
          <li>
            <Icon shape={envelopeIcon} />
            <span>Our email subjects never mention a title or a theme.</span>
          </li>
          <li>
            <Icon shape={hiddenIcon} />
            <span>
              <button
                type="button"
                aria-pressed={discreet}
                onClick={() => preferences.change({ discreet: !discreet })}
              >
                Discreet mode
              </button>{' '}
              hides covers, the tab title and the icon. Exit leaves at once.
            </span>
          </li>
        </ul>
      </div>
    </section>
  );
}
