import { type KeyLine, KeysDialog } from '@satrangi/kit';
import { preferences } from '@satrangi/kit/browser/preferences';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { lastAddress } from '../lib/address.ts';
import { noteOwnAct } from '../lib/own-acts.ts';
import { allShortcuts, isPressed, keysOf } from '../lib/shortcuts.ts';
import { tabPath, tabs } from '../lib/tabs.ts';
import { isTyping } from '../lib/typing.ts';

/** Time for the letter after G. */
const SECOND_KEY_MS = 1_500;

/** Shortcuts with the same words, in one line. */
const ownLines = Map.groupBy(allShortcuts, ({ does }) => does);

const lines: readonly KeyLine[] = [
  ...tabs.map(({ key, label }) => ({ keys: ['G', key.toUpperCase()], does: label })),
  ...[...ownLines].map(([does, own]) => ({ keys: [...new Set(own.flatMap(keysOf))], does })),
];

/** Moves the focus between the rows of the table. */
const moveRow = (by: 1 | -1): void => {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? (by === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by));
  rows[next]?.focus();
};

/** Presses the way back that was shown last, in what is on top. */
const undoLast = (): boolean => {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const button = [...top.querySelectorAll<HTMLButtonElement>('button[data-undo]')].at(-1);
  button?.click();
  return button !== undefined;
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
      if (defaultPrevented || isTyping(target)) return;
      if (isPressed(event, 'undo') && undoLast()) event.preventDefault();
      if (ctrlKey || metaKey || altKey || !preferences.get().keys) return;
      if (document.querySelector('dialog[open]')) return;
      const isSecond = event.timeStamp - goneAt < SECOND_KEY_MS;
      goneAt = Number.NEGATIVE_INFINITY;
      if (isSecond) go(key.toLowerCase());
      else if (isPressed(event, 'go')) goneAt = event.timeStamp;
      else if (isPressed(event, 'nextRow')) moveRow(1);
      else if (isPressed(event, 'previousRow')) moveRow(-1);
      else if (isPressed(event, 'reload')) {
        noteOwnAct();
        client.invalidateQueries().catch(() => undefined);
      } else if (isPressed(event, 'list')) setOpen(true);
      else if (isPressed(event, 'search')) {
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
