import type { JoinedMediaType } from '@satrangi/contracts';
import { paths } from './paths.ts';

type Kind = {
  /** As it stands alone in sentences and titles: `Short Film not found`. */
  readonly name: string;
  /** As it stands inside a sentence: `You own this short film`. */
  readonly inside: string;
  /** What somebody does with it. */
  readonly verb: 'Read' | 'Watch' | 'Listen';
  /** Where the others of its kind are. */
  readonly area: { readonly to: string; readonly label: string };
};

const library = { to: paths.library, label: 'Digital library' } as const;
const archives = { to: paths.archives, label: 'Archives' } as const;

export const kinds: Readonly<Record<JoinedMediaType, Kind>> = {
  ebook: { name: 'eBook', inside: 'eBook', verb: 'Read', area: library },
  shortfilm: { name: 'Short Film', inside: 'short film', verb: 'Watch', area: library },
  documentary: { name: 'Documentary', inside: 'documentary', verb: 'Watch', area: archives },
  audiostory: { name: 'Audio Story', inside: 'audio story', verb: 'Listen', area: library },
  magazine: { name: 'Magazine', inside: 'magazine', verb: 'Read', area: archives },
  oralhistory: { name: 'Oral History', inside: 'oral history', verb: 'Listen', area: archives },
};
