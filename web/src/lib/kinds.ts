import type { JoinedMediaType } from '@satrangi/contracts';
import { paths } from './paths.ts';

type Kind = {
  /** In titles and headings: `Short Film not found`. */
  readonly name: string;
  /** Within a sentence: `You own this short film`. */
  readonly inSentence: string;
  /** Label of the action that opens it. */
  readonly verb: 'Read' | 'Watch' | 'Listen';
  /** The area that lists this kind. */
  readonly area: { readonly to: string; readonly label: string };
};

const library = { to: paths.library, label: 'Digital library' } as const;
const archives = { to: paths.archives, label: 'Archives' } as const;

export const kinds: Readonly<Record<JoinedMediaType, Kind>> = {
  ebook: { name: 'eBook', inSentence: 'eBook', verb: 'Read', area: library },
  shortfilm: { name: 'Short Film', inSentence: 'short film', verb: 'Watch', area: library },
  documentary: { name: 'Documentary', inSentence: 'documentary', verb: 'Watch', area: archives },
  audiostory: { name: 'Audio Story', inSentence: 'audio story', verb: 'Listen', area: library },
  magazine: { name: 'Magazine', inSentence: 'magazine', verb: 'Read', area: archives },
  oralhistory: { name: 'Oral History', inSentence: 'oral history', verb: 'Listen', area: archives },
};
