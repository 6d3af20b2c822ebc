import type { EditorItem } from '@satrangi/contracts';
import { mediaTypes } from '@satrangi/contracts/pure';
import { Button, ErrorNote, Icon, plusIcon } from '@satrangi/kit';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, Suspense, useEffect, useMemo } from 'react';
import { useAddress, useOpened } from '../../lib/address.ts';
import { DataTable } from '../../lib/data-table.tsx';
import { counted } from '../../lib/format.ts';
import { Pager } from '../../lib/pager.tsx';
import { Picker } from '../../lib/picker.tsx';
import { SaveViewButton } from '../../lib/save-view.tsx';
import { SearchBox } from '../../lib/search-box.tsx';
import { useSelection } from '../../lib/selection.tsx';
import { isPressed } from '../../lib/shortcuts.ts';
import { TabHead } from '../../lib/tab-head.tsx';
import { isTyping } from '../../lib/typing.ts';
import { useLiveRows } from '../../lib/use-live-rows.ts';
import { useSavedViews } from '../../lib/use-saved-views.ts';
import { useStable } from '../../lib/use-stable.ts';
import { Filters, Views } from '../../lib/views.tsx';
import styles from './media.module.css';
import { useMediaBulk } from './media-bulk.tsx';
import { keyOf } from './media-calls.ts';
import { mediaColumns } from './media-columns.tsx';
import { ExportButton } from './media-export.tsx';
import {
  countedViews,
  countMedia,
  countText,
  matchingMedia,
  mediaListQuery,
  mediaViews,
  readListAddress,
  viewCountQuery,
} from './media-query.ts';
import { mediaTexts } from './media-texts.ts';
import { useFeature } from './use-feature.ts';
import { RowActionsContext, useInlineEdit } from './use-inline-edit.ts';
import { useRemoval } from './use-removal.tsx';

/** Loaded when it is opened: the schemas of the contracts come with it. */
const MediaDrawer = lazy(async () => ({ default: (await import('./media-drawer.tsx')).MediaDrawer }));

const DeletedMedia = lazy(async () => ({ default: (await import('./deleted-media.tsx')).DeletedMedia }));

const KeptRowNote = lazy(async () => ({
  default: (await import('../../lib/kept-row-note.tsx')).KeptRowNote,
}));

/** `open=` of the deleted items. */
const DELETED = 'deleted';
const pickerNames = ['type', 'collection', 'price'];
const viewFields = [...pickerNames, 'language'];

/** How many items the counted fixed views have, by their names. */
const useFixedCounts = (): Readonly<Record<string, number | undefined>> => {
  const counts = useQueries({ queries: countedViews.map(viewCountQuery) });
  return Object.fromEntries(countedViews.map(({ name }, index) => [name, counts[index]?.data]));
};

function MediaFilters() {
  const { get, change } = useAddress();
  const picker = (name: string, label: string, options: readonly (readonly [string, string])[]) => (
    <Picker
      label={label}
      value={get(name)}
      options={[['', 'All'], ...options]}
      onPick={(value) => change({ [name]: value })}
    />
  );
  const { view } = readListAddress(get);
  const isOfKind = mediaTypes.some(({ stored }) => stored === view);
  return (
    <Filters
      names={pickerNames}
      search={
        <SearchBox label="Search title, creator, ID" value={get('q')} onSearch={(q) => change({ q })} />
      }
    >
      {!isOfKind &&
        picker(
          'type',
          'Type',
          mediaTypes.map(({ stored, label }) => [stored, label]),
        )}
      {picker('collection', 'Collection', [
        ['digital-library', 'Library'],
        ['archives', 'Archives'],
      ])}
      {picker('price', 'Price', [
        ['free', 'Free'],
        ['paid', 'Not free'],
      ])}
    </Filters>
  );
}

/** N opens the form of a new item. */
const useNewKey = (onNew: () => void): void =>
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.defaultPrevented || !isPressed(event, 'add')) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      onNew();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

/** Items of every kind: find them, change title, creator and price in place, feature, delete, and open the form. */
export function MediaList() {
  const { get, change } = useAddress();
  const { opened, open, close } = useOpened();
  const address = readListAddress(get);
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(mediaListQuery(address));
  const counts = useFixedCounts();
  const saved = useSavedViews(viewFields, countMedia);
  const inline = useInlineEdit();
  const { feature, featuring, failure, clear } = useFeature(counts.featured);
  const removal = useRemoval();
  const { rows: items, live } = useLiveRows({
    rows: data?.items,
    total: data?.total,
    isPlaceholder: isPlaceholderData,
    rowKey: keyOf,
    noun: 'item',
    isOpen: opened !== '',
  });
  const keys = items?.map(keyOf) ?? [];
  const matching = matchingMedia(address);
  const selection = useSelection<EditorItem>(keys, ({ title }) => title, {
    total: data?.total ?? 0,
    scope: matching.scope,
  });
  const bulk = useMediaBulk(selection, items ?? [], matching);
  const openNew = (): void => open('new');
  useNewKey(openNew);
  const onRowKey = (event: KeyboardEvent, item: EditorItem): void => {
    if (isPressed(event, 'edit')) {
      event.preventDefault();
      inline.begin(item);
    } else if (isPressed(event, 'feature')) void feature(item);
    else if (isPressed(event, 'remove')) removal.confirm(item);
  };
  const { begin, save, cancel, set, editing } = inline;
  const calls = useStable({
    begin,
    save,
    cancel,
    set,
    feature: (item: EditorItem) => void feature(item),
    open: (item: EditorItem) => open(keyOf(item)),
    remove: removal.confirm,
  });
  const actions = useMemo(() => ({ ...calls, editing, featuring }), [calls, editing, featuring]);
  const left = items?.find((item) => keyOf(item) === inline.left?.row);
  const alert = failure ?? inline.editing?.error ?? null;
  return (
    <RowActionsContext value={actions}>
      <TabHead title="Media" fact={data && counted(data.total, 'item')}>
        <Button size="s" onClick={() => open(DELETED)}>
          Deleted items
        </Button>
        <ExportButton address={address} />
        <Button size="s" tone="primary" onClick={openNew}>
          <Icon shape={plusIcon} size="s" /> Add item
        </Button>
      </TabHead>
      <Views
        saved={saved}
        views={mediaViews.map(({ name, label }) => ({
          name,
          label,
          count: counts[name] === undefined ? undefined : countText(name, counts[name]),
        }))}
      />
      <MediaFilters />
      {isError && !isFetching && (
        <ErrorNote onRetry={() => void refetch()}>{mediaTexts.loadFailed}</ErrorNote>
      )}
      {removal.strip}
      {inline.left && !inline.editing && items && (
        <Suspense>
          <KeptRowNote
            at={inline.left.at}
            onGoOn={left && (() => inline.begin(left))}
            onDrop={inline.dropLeft}
          />
        </Suspense>
      )}
      {alert && (
        <p role="alert" className={styles.alert}>
          {alert}
          {failure && (
            <Button size="s" tone="quiet" onClick={clear}>
              Close
            </Button>
          )}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; the same is done by the button of the row */}
      <div
        onDoubleClick={({ target }) => {
          const key = target instanceof Element ? target.closest<HTMLElement>('tr')?.dataset.row : undefined;
          const item = items?.find((each) => keyOf(each) === key);
          const isControl = target instanceof Element && target.closest('button, a, input') !== null;
          if (item && !isControl) inline.begin(item);
        }}
      >
        <DataTable
          name="media"
          label="Media"
          columns={mediaColumns}
          rows={isError && !data ? [] : items}
          rowKey={keyOf}
          sort={address.sort}
          onSort={(sort) => change({ sort })}
          onOpen={(item) => open(keyOf(item))}
          onRowKey={onRowKey}
          currentKey={opened}
          selection={selection}
          bulk={bulk.bar}
          tools={<SaveViewButton saved={saved} />}
          live={live}
          empty={
            isError ? null : ['q', ...pickerNames].some((name) => get(name)) ? (
              'Nothing fits these filters.'
            ) : (
              <>
                <p>Nothing here yet.</p>
                <Button onClick={openNew}>Add item</Button>
              </>
            )
          }
        />
      </div>
      {data && <Pager page={address.page} size={address.size} total={data.total} />}
      {opened && (
        <Suspense>
          {opened === DELETED ? (
            <DeletedMedia onClose={close} />
          ) : (
            <MediaDrawer key={opened} opened={opened} keys={keys} onDelete={removal.confirm} />
          )}
        </Suspense>
      )}
      {bulk.overlays}
      {removal.question}
    </RowActionsContext>
  );
}
