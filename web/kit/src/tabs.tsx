import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import styles from './tabs.module.css';

export type Tab = { readonly id: string; readonly label: ReactNode; readonly panel: ReactNode };

type Props = {
  label: string;
  tabs: readonly Tab[];
  chosen: string;
  onChoose: (id: string) => void;
};

/** Tabs with one visible panel. Arrow keys, Home and End move between them; the caller keeps the selection. */
export function Tabs({ label, tabs, chosen, onChoose }: Props) {
  const key = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === chosen),
  );
  const move = (event: KeyboardEvent) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (!tab) return;
    onChoose(tab.id);
    list.current?.querySelectorAll('button')[next]?.focus();
  };

  return (
    <div>
      <div role="tablist" aria-label={label} className={styles.list} ref={list}>
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${key}-tab-${tab.id}`}
            aria-selected={index === at}
            aria-controls={`${key}-panel-${tab.id}`}
            tabIndex={index === at ? 0 : -1}
            className={styles.tab}
            onClick={() => onChoose(tab.id)}
            onKeyDown={move}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${key}-panel-${tab.id}`}
          aria-labelledby={`${key}-tab-${tab.id}`}
          hidden={index !== at}
        >
          {index === at && tab.panel}
        </div>
      ))}
    </div>
  );
}
