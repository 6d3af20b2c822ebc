import { Link, Navigate } from 'react-router-dom';
import styles from '../features/account/account.module.css';
import { AccountFrame } from '../features/account/account-frame.tsx';
import { Purpose } from '../features/account/purpose.tsx';
import { RegisterForm } from '../features/account/register-form.tsx';
import { useEntry } from '../features/account/use-entry.ts';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';

export function RegisterPage() {
  const { next, isIn, isNamed } = useEntry();
  if (isIn) return <Navigate to={next} replace />;
  return (
    <>
      <PageHead title="Create account" />
      <AccountFrame>
        <PageHeading>Create account</PageHeading>
        <Purpose next={next} verb="Create an account" />
        <RegisterForm />
        <p className={styles.other}>
          Already with us? <Link to={isNamed ? paths.loginThen(next) : paths.login}>Log in</Link>
        </p>
      </AccountFrame>
    </>
  );
}
