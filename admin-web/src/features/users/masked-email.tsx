import type { UserRow } from '@satrangi/contracts';
import { hiddenIcon, Icon, IconButton } from '@satrangi/kit';
import { useMutation } from '@tanstack/react-query';
import { visibleIcon } from '../../lib/icons.ts';
import styles from './users.module.css';
import { revealEmail } from './users-queries.ts';

/** An address that is masked until the eye is pressed: for this row, and written down as an act of the admin. */
export function MaskedEmail({ user }: { user: UserRow }) {
  const reveal = useMutation({ mutationFn: () => revealEmail(user._id) });
  if (user.email === null) return <span className="muted">None</span>;
  const isShown = reveal.isSuccess;
  return (
    <span className={styles.email}>
      <span>{isShown ? (reveal.data ?? 'None') : user.email}</span>
      <IconButton
        label={isShown ? `Hide the address of ${user.name}` : `Show the address of ${user.name}`}
        aria-disabled={reveal.isPending}
        onClick={() => {
          if (isShown) reveal.reset();
          else if (!reveal.isPending) reveal.mutate();
        }}
      >
        <Icon shape={isShown ? hiddenIcon : visibleIcon} size="s" />
      </IconButton>
      {reveal.isError && <span role="alert">Failed to show the address</span>}
    </span>
  );
}
