import styles from '../features/account/account.module.css';
import { EntryPage } from '../features/account/entry-page.tsx';
import { LoginForm } from '../features/account/login-form.tsx';
import { Link } from '../lib/link.tsx';
import { paths } from '../lib/paths.ts';

export function LoginPage() {
  return (
    <EntryPage
      title="Log in"
      verb="Log in"
      way="login"
      form={<LoginForm />}
      other={({ next, isNamed }) => (
        <p className={styles.other}>
          New here? <Link to={isNamed ? paths.registerThen(next) : paths.register}>Create an account</Link>
        </p>
      )}
    />
  );
}
