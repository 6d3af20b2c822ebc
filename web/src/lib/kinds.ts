import type { JoinedMediaType } from '@satrangi/contracts';
import { labelOfMany, mediaTypes } from '@satrangi/contracts/pure';
import { paths } from './paths.ts';

type Kind = {
  /** In titles and headings: `Short Film not found`. */
  readonly name: string;
  /** The heading of a list: `Short Films`. */
  readonly plural: string;
  /** Within a sentence: `You own this short film`. */
  readonly inSentence: string;
  readonly file: 'pdf' | 'video' | 'audio';
  /** Label of the action that opens it. */
  readonly verb: 'Read' | 'Watch' | 'Listen';
  /** The area that lists this kind. */
  readonly area: { readonly to: string; readonly label: string };
};

const verbs = { pdf: 'Read', video: 'Watch', audio: 'Listen' } as const;
const library = { to: paths.library, label: 'Digital library' } as const;
const archives = { to: paths.archives, label: 'Archives' } as const;
/** The kinds that the archives list, in this order; the digital library lists the others. */
export const archiveTypes = ['documentary', 'magazine', 'oralhistory'] as const satisfies JoinedMediaType[];

/** `Short film` becomes `Short Film`. */
const headingOf = (label: string): string => label.replace(/ [a-z]/, (start) => start.toUpperCase());

/** Every kind of item in the words of the shop, from the table of the contract. */
export const kinds = Object.fromEntries(
  mediaTypes.map((kind): [string, Kind] => {
    const { joined, label, file } = kind;
    return [
      joined,
      {
        name: headingOf(label),
        plural: headingOf(labelOfMany(kind)),
        inSentence: label === 'eBook' ? label : label.toLowerCase(),
        file,
        verb: verbs[file],
        area: archiveTypes.some((type) => type === joined) ? archives : library,
      },
    ];
  }),
  // `Object.fromEntries` loses the names
) as Readonly<Record<JoinedMediaType, Kind>>;

export const isFilm = (type: JoinedMediaType): boolean => kinds[type].file === 'video';
/** Whether it has pages: a book or a magazine. */
export const isRead = (type: JoinedMediaType): boolean => kinds[type].file === 'pdf';
