import type { JoinedMediaType } from '@satrangi/contracts';
import { kindOfJoined } from '@satrangi/contracts/pure';
import { Cover, Icon, scriptProps, searchIcon } from '@satrangi/kit';
import { Link } from '../../lib/link.tsx';
import { titleOrUntitled } from '../../lib/text.ts';
import styles from './suggestion-list.module.css';
import type { Suggestion, SuggestionGroup } from './suggestions.ts';

const labelOf = (type: JoinedMediaType): string => kindOfJoined(type).label;

type State = 'waiting' | 'found' | 'failed';

const statusOf = (state: State, count: number, words: string): string => {
  if (state === 'failed')
    return navigator.onLine
      ? 'Suggestions are not available right now. Press Enter to search.'
      : "You're offline. Search works again when you're back.";
  if (state === 'waiting') return '';
  if (count === 0) return `Nothing is close to “${words}”.`;
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
};

function Line({ suggestion, words }: { suggestion: Suggestion; words: string }) {
  if (suggestion.kind === 'all')
    return (
      <>
        <Icon shape={searchIcon} size="s" />
        <span className={styles.all}>
          All results for “<bdi>{words}</bdi>”
        </span>
      </>
    );
  if (suggestion.kind === 'name')
    return (
      <span className={styles.words}>
        <bdi className={styles.title} {...scriptProps(suggestion.name.name)}>
          {suggestion.name.name}
        </bdi>
        <span className="muted small">
          {suggestion.name.count === 1 ? '1 title' : `${suggestion.name.count} titles`}
        </span>
      </span>
    );
  const { item } = suggestion;
  return (
    <>
      <Cover of={item} className={styles.cover} />
      <span className={styles.words}>
        <bdi className={styles.title} {...scriptProps(item.title, item.language)}>
          {titleOrUntitled(item.title)}
        </bdi>
        <span className="muted small">
          <bdi {...scriptProps(item.creator, item.language)}>{item.creator}</bdi>, {labelOf(item.mediaType)}
        </span>
      </span>
    </>
  );
}

/** The list below the search field. Focus stays in the field; a click or a middle click works as on any link. */
export function SuggestionList({
  words,
  groups,
  active,
  listId,
  optionId,
  state,
}: {
  words: string;
  groups: readonly SuggestionGroup[];
  active: number;
  listId: string;
  optionId: (position: number) => string;
  state: State;
}) {
  const starts = groups.map((_, at) =>
    groups.slice(0, at).reduce((count, { suggestions }) => count + suggestions.length, 0),
  );
  const found = groups.reduce((count, { suggestions }) => count + suggestions.length, 0) - 1;
  const status = statusOf(state, found, words);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press inside must not take the focus from the field
    <div className={styles.panel} onMouseDown={(event) => event.preventDefault()}>
      <p className={state === 'found' && found > 0 ? 'vh' : styles.status} role="status">
        {status}
      </p>
      <div role="listbox" id={listId} aria-label="Suggestions">
        {groups.map(({ title, suggestions }, group) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not fieldsets
          <div key={title} role="group" aria-label={title} className={styles.group}>
            {title !== 'Everything' && (
              <div className={styles.heading} aria-hidden="true">
                {title}
              </div>
            )}
            {suggestions.map((suggestion, at) => {
              const position = (starts[group] ?? 0) + at;
              return (
                <Link
                  key={suggestion.to}
                  to={suggestion.to}
                  role="option"
                  id={optionId(position)}
                  tabIndex={-1}
                  aria-selected={position === active}
                  className={styles.option}
                >
                  <Line suggestion={suggestion} words={words} />
                </Link>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
