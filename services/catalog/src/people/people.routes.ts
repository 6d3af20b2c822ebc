import { type Handlers, Refusal } from '@satrangi/chassis';
import { type catalogApi, type PersonAbout, peopleTexts } from '@satrangi/contracts';
import { foldText } from '../catalog-index/words.rules.ts';
import type { CuratedIndex } from '../curated/curated-index.ts';
import { collectionsOf, companionsOf } from '../curated/curated-views.ts';
import type { Deps as MediaDeps } from '../media/media.deps.ts';
import { mediaSentences } from '../media/media.rules.ts';
import { candidatesFor } from '../related/candidates.ts';
import { relatedTo } from '../related/related.rules.ts';
import { aboutIdOf, aboutOf, type Subject } from './about.rules.ts';
import type { AboutIndex } from './about-index.ts';
import { creatorPageOf } from './creator-page.rules.ts';
import { seriesPageOf } from './series-page.rules.ts';

type PeopleHandlers = Pick<Handlers<typeof catalogApi>, 'getCreator' | 'getSeries' | 'listRelated'>;

type Deps = Pick<MediaDeps, 'catalogIndex' | 'searchable'> & {
  readonly curatedIndex: CuratedIndex;
  readonly aboutIndex: AboutIndex;
};

/** The words about a name of the index. */
const aboutNamed = (aboutIndex: AboutIndex, kind: Subject['kind'], name: string): PersonAbout | null =>
  aboutOf(aboutIndex.get(aboutIdOf({ kind, key: foldText(name) })));

/** Pages of people and series, and related titles, from the index in memory: of published items only (decision 0130). */
export const peopleRoutes = ({
  catalogIndex,
  curatedIndex,
  aboutIndex,
  searchable,
}: Deps): PeopleHandlers => ({
  getCreator: async ({ params }) => {
    await searchable();
    const found = catalogIndex.ofName(params.name);
    if (!found) throw new Refusal('not-found', peopleTexts.unknownName);
    return creatorPageOf(found, aboutNamed(aboutIndex, 'person', found.name));
  },
  getSeries: async ({ params }) => {
    await searchable();
    const found = catalogIndex.ofSeries(params.name);
    if (!found) throw new Refusal('not-found', peopleTexts.unknownSeries);
    return seriesPageOf(found, aboutNamed(aboutIndex, 'series', found.name));
  },
  listRelated: async ({ params }) => {
    await searchable();
    const item = catalogIndex.get(params.mediaId);
    if (!item) throw new Refusal('not-found', mediaSentences.notFound);
    const companions = companionsOf(curatedIndex, catalogIndex, item);
    return {
      items: relatedTo(item, candidatesFor(catalogIndex, item, companions), companions),
      collections: collectionsOf(curatedIndex, item),
    };
  },
});
