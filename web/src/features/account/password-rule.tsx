import { PASSWORD_MIN } from '@satrangi/contracts/pure';
import { lazy, Suspense } from 'react';

const StrengthMeter = lazy(async () => ({ default: (await import('./strength-meter.tsx')).StrengthMeter }));

/** The password rule, and the strength once a password is typed. */
export function PasswordRule({ of }: { of: string }) {
  const rule = <span>At least {PASSWORD_MIN} characters</span>;
  if (of === '') return rule;
  return (
    <Suspense fallback={rule}>
      <StrengthMeter of={of} />
    </Suspense>
  );
}
