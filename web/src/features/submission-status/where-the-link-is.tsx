import { envelopeIcon, hiddenIcon, noteIcon } from '@satrangi/kit';
import type { ReactNode } from 'react';
import { HowItWorks } from '../../lib/how-it-works.tsx';

/** Where an author finds the private link, and whom to ask for it. */
export function WhereTheLinkIs({ mail }: { mail: ReactNode }) {
  return (
    <HowItWorks
      points={[
        {
          icon: envelopeIcon,
          sentence:
            'Every mail of ours has it: “We have what you sent us” and “News about what you sent us”.',
        },
        {
          icon: hiddenIcon,
          sentence: 'Whoever has the link can open the page, so keep it to yourself.',
        },
        { icon: noteIcon, sentence: <>If it is lost, write to us: {mail}</> },
      ]}
    />
  );
}
