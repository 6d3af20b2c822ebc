import { buttonLook, exitIcon, Icon } from '@satrangi/kit';
import styles from './exit-button.module.css';
import { leaveNow } from './quick-exit.ts';
import { site } from './site.ts';

/** Leaves the site with one touch. It is a link, so it also works while the page is loading. */
export function ExitButton() {
  return (
    <a
      {...buttonLook({}, styles.exit)}
      href={site.quickExitUrl}
      rel="nofollow noreferrer"
      aria-label="Exit, leave this site now (or press Shift three times)"
      onClick={(event) => {
        event.preventDefault();
        leaveNow();
      }}
    >
      <Icon shape={exitIcon} size="s" />
      Exit
    </a>
  );
}
