import type { EditorPerson } from '@satrangi/contracts';
import { Button, scriptProps } from '@satrangi/kit';
import { useStore } from '@satrangi/kit/browser/use-store';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { readPaging, useAddress, useOpened } from '../../lib/address.ts';
import { counted } from '../../lib/format.ts';
import { heldActs, isHeldBack } from '../../lib/held-back.ts';
import { HeldBackStrip } from '../../lib/held-back-strip.tsx';
import { Loaded } from '../../lib/loaded.tsx';
import { Pager } from '../../lib/pager.tsx';
import { Picker } from '../../lib/picker.tsx';
import rows from '../../lib/row-list.module.css';
import { SearchBox } from '../../lib/search-box.tsx';
import { TabHead } from '../../lib/tab-head.tsx';
import { creatorsQuery, creatorTexts, type Filter, HELD_PREFIX } from './creator-queries.ts';
import styles from './creators.module.css';
import { deleteWords } from './delete-words.ts';

/** Loaded when it is opened: the form and its schemas come with it. */
const CreatorDrawer = lazy(async () => ({
  default: (await import('./creator-drawer.tsx')).CreatorDrawer,
}));

const kinds = { person: 'People', series: 'Series' } as const;
const kindOf = (text: string): Filter['kind'] => (text === 'person' || text === 'series' ? text : '');
const states = { written: 'With words', missing: 'Without words' } as const;
const wordsOf = (text: string): Filter['words'] => (text === 'written' || text === 'missing' ? text : '');

const factsOf = ({ kind, total }: EditorPerson, hasWords: boolean): string =>
  [
    ...(kind === 'series' ? ['Series'] : []),
    total === 0
      ? 'no title on the shelves: readers do not see this'
      : counted(total, kind === 'series' ? 'issue' : 'title'),
    ...(hasWords ? [] : ['no words yet']),
  ].join(' · ');

type Props = {
  person: EditorPerson;
  /** The words are about to be deleted. */
  isHeld: boolean;
  onOpen: () => void;
  onDelete: () => void;
};

function Row({ person, isHeld, onOpen, onDelete }: Props) {
  const { name, about } = person;
  const hasWords = about !== null && !isHeld;
  return (
    <li className={rows.row}>
      <button type="button" className={rows.open} data-row onClick={onOpen}>
        <b {...scriptProps(name)}>{name}</b>
        <small>{factsOf(person, hasWords)}</small>
        {hasWords && (
          <span className={styles.beginning} {...scriptProps(about.text, about.language)}>
            {about.text}
          </span>
        )}
      </button>
      {hasWords && (
        <Button size="s" tone="quiet" aria-label={`Delete the words about ${name}`} onClick={onDelete}>
          Delete the words
        </Button>
      )}
    </li>
  );
}

type EmptyProps = { filter: Filter; onShowAll: () => void };

function Empty({ filter: { q, kind, words }, onShowAll }: EmptyProps) {
  if (q === '' && kind === '' && words === '') return <p>No published title names anybody yet.</p>;
  return (
    <Button size="s" onClick={onShowAll}>
      {kind === 'series' ? 'No series is like that. Show all' : 'Nobody is like that. Show everybody'}
    </Button>
  );
}

/** Everybody whom a published title names, and every series, with what readers learn about them (decision 0154). */
export function CreatorList() {
  const client = useQueryClient();
  const { get, change } = useAddress();
  const { opened, open } = useOpened();
  const held = useStore(heldActs);
  const filter = {
    q: get('q'),
    kind: kindOf(get('kind')),
    words: wordsOf(get('words')),
    ...readPaging(get, 20),
  };
  const query = useQuery(creatorsQuery(filter));
  const people = query.data?.results ?? [];
  return (
    <>
      <TabHead title="Creators" fact={query.data && `${query.data.written} with words`} />
      <HeldBackStrip prefix={HELD_PREFIX} />
      <p className="muted">
        Everybody whom a published title names, and every series. What you write stands on the page of the
        person or the series in the shop.
      </p>
      <div className={styles.filters}>
        <SearchBox label="Search a name" value={filter.q} onSearch={(q) => change({ q })} />
        <Picker
          label="List"
          value={filter.kind}
          options={[['', 'People and series'], ...Object.entries(kinds)]}
          onPick={(kind) => change({ kind })}
        />
        <Picker
          label="Show"
          value={filter.words}
          options={[['', 'All'], ...Object.entries(states)]}
          onPick={(words) => change({ words })}
        />
      </div>
      <Loaded query={query} loading="Loading the creators" error={creatorTexts.loadFailed}>
        {({ total }) =>
          people.length === 0 ? (
            <Empty filter={filter} onShowAll={() => change({ q: null, kind: null, words: null })} />
          ) : (
            <>
              <ul className={rows.list} aria-label="Creators">
                {people.map((person) => (
                  <Row
                    key={person.personId}
                    person={person}
                    isHeld={isHeldBack(held, HELD_PREFIX + person.personId)}
                    onOpen={() => open(person.personId)}
                    onDelete={() => deleteWords(client, person)}
                  />
                ))}
              </ul>
              <Pager page={filter.page} size={filter.size} total={total} />
            </>
          )
        }
      </Loaded>
      {opened && (
        <Suspense>
          <CreatorDrawer key={opened} opened={opened} keys={people.map(({ personId }) => personId)} />
        </Suspense>
      )}
    </>
  );
}
