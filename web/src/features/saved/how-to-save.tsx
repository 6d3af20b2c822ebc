import { buttonLook, heartIcon, hiddenIcon, Icon, profileIcon } from '@satrangi/kit';
import { HowItWorks } from '../../lib/how-it-works.tsx';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import styles from './how-to-save.module.css';

/** The button as it looks on the page of a title. */
function ButtonPicture() {
  return (
    <span {...buttonLook({ size: 's' }, styles.picture)}>
      <Icon shape={heartIcon} size="s" />
      Save for later
    </span>
  );
}

/** How a title gets on the list, who sees it and how long it stays. */
export function HowToSave() {
  const session = useSession();
  return (
    <HowItWorks
      points={[
        {
          icon: heartIcon,
          sentence: (
            <>
              Press <ButtonPicture /> on the page of a title, or below one of these.
            </>
          ),
        },
        { icon: hiddenIcon, sentence: 'Only you see this list. It is on no public page and in no mail.' },
        {
          icon: profileIcon,
          sentence: session ? (
            'It belongs to your account: you find it on every device on which you log in.'
          ) : (
            <>
              You need no account. Titles stay in this tab, and join your list when you{' '}
              <Link to={paths.loginThen(paths.saved)}>log in</Link>.
            </>
          ),
        },
      ]}
    />
  );
}
