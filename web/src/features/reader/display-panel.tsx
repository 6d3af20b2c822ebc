import { Button, Icon, minusIcon, plusIcon } from '@satrangi/kit';
import { useEffect, useId, useRef } from 'react';
import { preferences, usePreferences } from '../../lib/preferences.ts';
import styles from './panels.module.css';
import { papers, readerPreferences, useReaderPreferences } from './reader-preferences.ts';

const paperNames = { day: 'Day', sepia: 'Sepia', night: 'Night' } as const;
const layouts = [
  { value: 'auto', label: 'Auto' },
  { value: 'one', label: 'One' },
  { value: 'two', label: 'Two' },
  { value: 'scroll', label: 'Scroll' },
] as const;

/** Display settings: paper, zoom, page layout and single-key shortcuts. */
export function DisplayPanel({
  zoom,
  onZoom,
}: {
  zoom: string;
  onZoom: (action: 'in' | 'out' | 'page' | 'width') => void;
}) {
  const { paper, layout } = useReaderPreferences();
  const { keys } = usePreferences();
  const name = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.display} role="dialog" aria-labelledby={`${name}-h`}>
      <h2 ref={heading} id={`${name}-h`} tabIndex={-1}>
        Display settings
      </h2>
      <fieldset>
        <legend>Paper</legend>
        {papers.map((each) => (
          <label key={each} className={styles.choice} data-paper={each}>
            <input
              type="radio"
              className="vh"
              name={`${name}-paper`}
              checked={paper === each}
              onChange={() => readerPreferences.change({ paper: each })}
            />
            {paperNames[each]}
          </label>
        ))}
      </fieldset>
      <div className={styles.zoom}>
        <Button aria-label="Zoom out" onClick={() => onZoom('out')}>
          <Icon shape={minusIcon} />
        </Button>
        <span className="num" role="status">
          {zoom}
        </span>
        <Button aria-label="Zoom in" onClick={() => onZoom('in')}>
          <Icon shape={plusIcon} />
        </Button>
      </div>
      <div className={styles.zoom}>
        <Button size="s" onClick={() => onZoom('page')}>
          Fit page
        </Button>
        <Button size="s" onClick={() => onZoom('width')}>
          Fit width
        </Button>
      </div>
      <fieldset>
        <legend>Pages</legend>
        {layouts.map(({ value, label }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              className="vh"
              name={`${name}-layout`}
              checked={layout === value}
              onChange={() => readerPreferences.change({ layout: value })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={keys}
          onChange={({ target }) => preferences.change({ keys: target.checked })}
        />
        Single-key shortcuts
      </label>
    </div>
  );
}
