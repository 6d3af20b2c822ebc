import type { EditorItem } from '@satrangi/contracts';
import { Button, ErrorNote, Icon, plusIcon } from '@satrangi/kit';
import { useQueries, useQuery } from '@tanstack/react-query';
import { lazy, type MouseEvent, type ReactNode, Suspense } from 'react';
import { useAddress, useOpened } from '../../lib/address.ts';
import { DataTable } from '../../lib/data-table.tsx';
import { counted } from '../../lib/format.ts';
import { Pager } from '../../lib/pager.tsx';
import { SaveViewButton } from '../../lib/save-view.tsx';
import { useSelection } from '../../lib/selection.tsx';
import { TabHead } from '../../lib/tab-head.tsx';
import { useLiveRows } from '../../lib/use-live-rows.ts';
import { type SavedViews, useSavedViews } from '../../lib/use-saved-views.ts';
import { Views } from '../../lib/views.tsx';
import styles from './media.module.css';
import { useMediaBulk } from './media-bulk.tsx';
import { keyOf } from './media-calls.ts';
import { mediaColumns } from './media-columns.tsx';
import { ExportButton } from './media-export.tsx';
import { MediaFilters, pickerNames } from './media-filters.tsx';
import {
  countedViews,
  countMedia,
  countText,
  type ListAddress,
  matchingMedia,
  mediaListQuery,
  mediaViews,
  readListAddress,
  viewCountQuery,
} from './media-query.ts';
import { mediaTexts } from './media-texts.ts';
import { useFeature } from './use-feature.ts';
import { RowActionsContext, useInlineEdit } from './use-inline-edit.ts';
import { useListActions, useNewKey } from './use-list-actions.ts';
import { useRemoval } from './use-removal.tsx';

/** Loaded when it is opened: the schemas of the contracts come with it. */
const MediaDrawer = lazy(async () => ({ default: (await import('./media-drawer.tsx')).MediaDrawer }));

const DeletedMedia = lazy(async () => ({ default: (await import('./deleted-media.tsx')).DeletedMedia }));

const KeptRowNote = lazy(async () => ({
  default: (await import('../../lib/kept-row-note.tsx')).KeptRowNote,
}));

/** `open=` of the deleted items. */
const DELETED = 'deleted';
const viewFields = [...pickerNames, 'language'];

/** How many items the counted fixed views have, by their names. */
const useFixedCounts = (): Readonly<Record<string, number | undefined>> => {
  const counts = useQueries({ queries: countedViews.map(viewCountQuery) });
  return Object.fromEntries(countedViews.map(({ name }, index) => [name, counts[index]?.data]));
};

type MediaHeadProps = {
  address: ListAddress;
  total: number | undefined;
  open: (what: string) => void;
};

function MediaHead({ address, total, open }: MediaHeadProps) {
  return (
    <TabHead title="Media" fact={total === undefined ? undefined : counted(total, 'item')}>
      <Button size="s" onClick={() => open(DELETED)}>
        Deleted items
      </Button>
      <ExportButton address={address} />
      <Button size="s" tone="primary" onClick={() => open('new')}>
        <Icon shape={plusIcon} size="s" /> Add item
      </Button>
    </TabHead>
  );
}

type LeftRowProps = {
  inline: ReturnType<typeof useInlineEdit>;
  items: readonly EditorItem[] | undefined;
};

/** Offers to go on with a row that was left while it was edited. */
function LeftRow({ inline, items }: LeftRowProps) {
  const { left, editing } = inline;
  if (!left || editing || !items) return null;
  const item = items.find((each) => keyOf(each) === left.row);
  return (
    <Suspense>
      <KeptRowNote at={left.at} onGoOn={item && (() => inline.begin(item))} onDrop={inline.dropLeft} />
    </Suspense>
  );
}

/** `onClose` for a text that stays until it is closed. */
function MediaAlert({ text, onClose }: { text: string | null; onClose: (() => void) | undefined }) {
  return (
    text && (
      <p role="alert" className={styles.alert}>
        {text}
        {onClose && (
          <Button size="s" tone="quiet" onClick={onClose}>
            Close
          </Button>
        )}
      </p>
    )
  );
}

function NoMedia({ isFiltered, onNew }: { isFiltered: boolean; onNew: () => void }) {
  if (isFiltered) return 'Nothing fits these filters.';
  return (
    <>
      <p>Nothing here yet.</p>
      <Button onClick={onNew}>Add item</Button>
    </>
  );
}

function MediaViews({ saved, counts }: { saved: SavedViews; counts: ReturnType<typeof useFixedCounts> }) {
  const views = mediaViews.map(({ name, label }) => ({
    name,
    label,
    count: counts[name] === undefined ? undefined : countText(name, counts[name]),
  }));
  return <Views saved={saved} views={views} />;
}

type DoubleClickToEditProps = {
  items: readonly EditorItem[] | undefined;
  onEdit: (item: EditorItem) => void;
  children: ReactNode;
};

/** A double click on a row edits it in place. */
function DoubleClickToEdit({ items, onEdit, children }: DoubleClickToEditProps) {
  const handleDoubleClick = ({ target }: MouseEvent): void => {
    const key = target instanceof Element ? target.closest<HTMLElement>('tr')?.dataset.row : undefined;
    const item = items?.find((each) => keyOf(each) === key);
    const isControl = target instanceof Element && target.closest('button, a, input') !== null;
    if (item && !isControl) onEdit(item);
  };
  // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; the same is done by the button of the row
  return <div onDoubleClick={handleDoubleClick}>{children}</div>;
}

type OpenedMediaProps = {
  opened: string;
  keys: readonly string[];
  onDelete: (item: EditorItem) => void;
  onClose: () => void;
};

/** What `open=` names: the deleted items, a new item or an item. */
function OpenedMedia({ opened, keys, onDelete, onClose }: OpenedMediaProps) {
  return (
    <Suspense>
      {opened === DELETED ? (
        <DeletedMedia onClose={onClose} />
      ) : (
        <MediaDrawer key={opened} opened={opened} keys={keys} onDelete={onDelete} />
      )}
    </Suspense>
  );
}

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
  const { actions, onRowKey } = useListActions({
    inline,
    feature,
    featuring,
    open: (item) => open(keyOf(item)),
    remove: removal.confirm,
  });
  return (
    <RowActionsContext value={actions}>
      <MediaHead address={address} total={data?.total} open={open} />
      <MediaViews saved={saved} counts={counts} />
      <MediaFilters />
      {isError && !isFetching && (
        <ErrorNote onRetry={() => void refetch()}>{mediaTexts.loadFailed}</ErrorNote>
      )}
      {removal.strip}
      <LeftRow inline={inline} items={items} />
      <MediaAlert
        text={failure ?? inline.editing?.error ?? null}
        onClose={failure === null ? undefined : clear}
      />
      <DoubleClickToEdit items={items} onEdit={inline.begin}>
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
            isError ? null : (
              <NoMedia isFiltered={['q', ...pickerNames].some((name) => get(name))} onNew={openNew} />
            )
          }
        />
      </DoubleClickToEdit>
      {data && <Pager page={address.page} size={address.size} total={data.total} />}
      {opened && <OpenedMedia opened={opened} keys={keys} onDelete={removal.confirm} onClose={close} />}
      {bulk.overlays}
      {removal.question}
    </RowActionsContext>
  );
}
