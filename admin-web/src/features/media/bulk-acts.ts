import type { EditorItem } from '@satrangi/contracts';
import { changeItem, type QuickFields } from './change-item.ts';
import { callsOf, kindNamed } from './media-calls.ts';

/** An act on items, with the name of its run. */
export type BulkAct = { readonly title: string; readonly run: (item: EditorItem) => Promise<unknown> };

/** The question before an act on chosen items. */
export type Confirming = 'price' | 'notes' | 'delete' | null;

/** Sets the same values on every item. */
export const setting = (title: string, fields: QuickFields): BulkAct => ({
  title,
  run: (item) => changeItem(item, fields),
});

export const deleting: BulkAct = {
  title: 'Delete',
  run: (item) => callsOf(kindNamed(item.mediaType)).remove({ params: { id: item._id } }),
};
