import { Link, Navigate } from 'react-router-dom';
import styles from '../features/account/account.module.css';
import { AccountFrame } from '../features/account/account-frame.tsx';
import { LoginForm } from '../features/account/login-form.tsx';
import { Purpose } from '../features/account/purpose.tsx';
import { useEntry } from '../features/account/use-entry.ts';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';

export function LoginPage() {
  const { next, isIn, isNamed } = useEntry();
  if (isIn) return <Navigate to={next} replace />;
  return (
    <>
      <PageHead title="Log in" />
      <AccountFrame>
        <PageHeading>Log in</PageHeading>
        <Purpose next={next} verb="Log in" />
        <LoginForm />
        <p className={styles.other}>
          New here? <Link to={isNamed ? paths.registerThen(next) : paths.register}>Create an account</Link>
        </p>
      </AccountFrame>
    </>
  );
}
