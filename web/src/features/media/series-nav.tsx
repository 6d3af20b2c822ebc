import type { Issue, MediaItem } from '@satrangi/contracts';
import { seriesOf } from '@satrangi/contracts/pure';
import { scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { peopleQueries } from '../../lib/people-queries.ts';
import { titleOrUntitled } from '../../lib/text.ts';
import styles from './series-nav.module.css';

function IssueLink({ issue, label }: { issue: Issue; label: string }) {
  return (
    <Link className={styles.issue} to={paths.media(issue.mediaType, issue._id)}>
      <span className="muted">{label}</span>
      <bdi {...scriptProps(issue.title, issue.language)}>{titleOrUntitled(issue.title)}</bdi>
    </Link>
  );
}

function Neighbours({ id, name }: { id: string; name: string }) {
  const { data } = useQuery(peopleQueries.series(name));
  const at = data?.issues.findIndex(({ _id }) => _id === id) ?? -1;
  if (!data || at < 0) return null;
  const previous = data.issues[at - 1];
  const next = data.issues[at + 1];
  const series = <bdi {...scriptProps(data.name)}>{data.name}</bdi>;
  return (
    <nav className={styles.nav} aria-label="Series">
      {previous && <IssueLink issue={previous} label="Previous issue" />}
      {next && <IssueLink issue={next} label="Next issue" />}
      <Link className={styles.all} to={paths.series(data.name)}>
        <span>{data.total === 1 ? <>The series {series}</> : <>All issues of {series}</>}</span>
      </Link>
    </nav>
  );
}

/** The issues before and after this one, and the page of the series; nothing for an item outside a series. */
export function SeriesNav({ item }: { item: MediaItem }) {
  const name = seriesOf(item);
  return name === null ? null : <Neighbours id={item._id} name={name} />;
}
