import styles from '../features/account/account.module.css';
import { AuthPage } from '../features/account/auth-page.tsx';
import { LoginForm } from '../features/account/login-form.tsx';
import { Link } from '../lib/link.tsx';
import { paths } from '../lib/paths.ts';

export function LoginPage() {
  return (
    <AuthPage
      title="Log in"
      verb="Log in"
      mode="login"
      form={<LoginForm />}
      footer={({ next, hasNext }) => (
        <p className={styles.other}>
          New here? <Link to={hasNext ? paths.registerThen(next) : paths.register}>Create an account</Link>
        </p>
      )}
    />
  );
}
