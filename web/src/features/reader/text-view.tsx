import { SilentWait } from '@satrangi/kit';
import { type ComponentProps, lazy, Suspense } from 'react';

const LargeText = lazy(async () => ({ default: (await import('./large-text.tsx')).LargeText }));

/** Large text, loaded when a reader asks for it. */
export function TextView(props: ComponentProps<typeof LargeText>) {
  return (
    <Suspense fallback={<SilentWait />}>
      <LargeText {...props} />
    </Suspense>
  );
}
