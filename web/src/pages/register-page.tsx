import styles from '../features/account/account.module.css';
import { AuthPage } from '../features/account/auth-page.tsx';
import { RegisterForm } from '../features/account/register-form.tsx';
import { Link } from '../lib/link.tsx';
import { paths } from '../lib/paths.ts';

export function RegisterPage() {
  return (
    <AuthPage
      title="Create account"
      verb="Create an account"
      mode="signup"
      form={<RegisterForm />}
      footer={({ next, hasNext }) => (
        <p className={styles.other}>
          Already with us? <Link to={hasNext ? paths.loginThen(next) : paths.login}>Log in</Link>
        </p>
      )}
    />
  );
}
