import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate } from 'react-router-dom';
import { PageHead } from '../../lib/page-head.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { AccountFrame } from './account-frame.tsx';
import { type AuthPageState, useAuthPage } from './use-auth-page.ts';

const Purpose = lazy(async () => ({ default: (await import('./login-purpose.tsx')).LoginPurpose }));
const GoogleButton = lazy(async () => ({ default: (await import('./google-button.tsx')).GoogleButton }));
const HandedToken = lazy(async () => ({ default: (await import('./token-login.tsx')).TokenLogin }));

/** Shared by login and registration: logged-in readers are redirected, others see the form. */
export function AuthPage({
  title,
  verb,
  mode,
  form,
  footer,
}: {
  title: string;
  verb: string;
  mode: 'login' | 'signup';
  form: ReactNode;
  footer: (state: AuthPageState) => ReactNode;
}) {
  const state = useAuthPage();
  const { next, isLoggedIn, hasNext, urlToken } = state;
  if (isLoggedIn) return <Navigate to={next} replace />;
  return (
    <>
      <PageHead title={title} />
      <AccountFrame>
        <PageHeading>{title}</PageHeading>
        {hasNext && (
          <Suspense>
            <Purpose next={next} verb={verb} />
          </Suspense>
        )}
        {urlToken ? (
          <Suspense>
            <HandedToken urlToken={urlToken} onRefused={state.dropToken} />
          </Suspense>
        ) : (
          <>
            {form}
            <Suspense>
              <GoogleButton mode={mode} next={next} />
            </Suspense>
            {footer(state)}
          </>
        )}
      </AccountFrame>
    </>
  );
}
