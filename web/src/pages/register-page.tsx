import styles from '../features/account/account.module.css';
import { EntryPage } from '../features/account/entry-page.tsx';
import { RegisterForm } from '../features/account/register-form.tsx';
import { Link } from '../lib/link.tsx';
import { paths } from '../lib/paths.ts';

export function RegisterPage() {
  return (
    <EntryPage
      title="Create account"
      verb="Create an account"
      way="signup"
      form={<RegisterForm />}
      other={({ next, isNamed }) => (
        <p className={styles.other}>
          Already with us? <Link to={isNamed ? paths.loginThen(next) : paths.login}>Log in</Link>
        </p>
      )}
    />
  );
}
