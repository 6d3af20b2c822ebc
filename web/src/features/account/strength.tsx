import { PASSWORD_MIN } from '@satrangi/contracts/pure';
import { lazy, Suspense } from 'react';

const StrengthMeter = lazy(async () => ({ default: (await import('./strength-meter.tsx')).StrengthMeter }));

/** What a password needs, and once one is typed how good it is. */
export function Strength({ of }: { of: string }) {
  const rule = <span>At least {PASSWORD_MIN} characters</span>;
  if (of === '') return rule;
  return (
    <Suspense fallback={rule}>
      <StrengthMeter of={of} />
    </Suspense>
  );
}
