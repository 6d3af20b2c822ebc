import { type KeyLine, KeysDialog } from '@satrangi/kit';
import { preferences } from '@satrangi/kit/browser/preferences';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { lastAddress } from '../lib/address.ts';
import { noteOwnAct } from '../lib/own-acts.ts';
import { tabPath, tabs } from '../lib/tabs.ts';
import { isTyping } from '../lib/typing.ts';

/** Time for the letter after G. */
const SECOND_KEY_MS = 1_500;

const lines: readonly KeyLine[] = [
  { keys: ['Ctrl', 'K'], does: 'Search and commands' },
  ...tabs.map(({ key, label }) => ({ keys: ['G', key.toUpperCase()], does: label })),
  { keys: ['/'], does: 'Search' },
  { keys: ['J', 'K'], does: 'Next row, row before' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['[', ']'], does: 'Row before, next row, in an open panel' },
  { keys: ['R'], does: 'Load again' },
  { keys: ['?'], does: 'This list' },
  { keys: ['Esc'], does: 'Close what is on top' },
];

/** Moves the focus between the rows of the table. */
const moveRow = (by: 1 | -1): void => {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? (by === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by));
  rows[next]?.focus();
};

/** Single keys of the whole back office. None works while typing, in a dialog, or when they are switched off. */
export const useKeys = (): { readonly show: () => void; readonly dialog: ReactNode } => {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(() => {
    let goneAt = Number.NEGATIVE_INFINITY;
    const go = (key: string): void => {
      const tab = tabs.find((each) => each.key === key);
      if (tab) void navigate(lastAddress(tab.name) ?? tabPath(tab.name));
    };
    const onKey = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (defaultPrevented || ctrlKey || metaKey || altKey || !preferences.get().keys) return;
      if (isTyping(target) || document.querySelector('dialog[open]')) return;
      const isSecond = event.timeStamp - goneAt < SECOND_KEY_MS;
      goneAt = Number.NEGATIVE_INFINITY;
      if (isSecond) go(key.toLowerCase());
      else if (key === 'g') goneAt = event.timeStamp;
      else if (key === 'j') moveRow(1);
      else if (key === 'k') moveRow(-1);
      else if (key === 'r') {
        noteOwnAct();
        client.invalidateQueries().catch(() => undefined);
      } else if (key === '?') setOpen(true);
      else if (key === '/') {
        const search = document.querySelector<HTMLInputElement>('input[type="search"]');
        if (!search) return;
        event.preventDefault();
        search.focus();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [navigate, client]);
  return {
    show: () => setOpen(true),
    dialog: <KeysDialog open={isOpen} onClose={() => setOpen(false)} lines={lines} />,
  };
};
