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

type Zoom = 'in' | 'out' | 'page' | 'width';
type Chosen = ReturnType<typeof useReaderPreferences>;

function PaperField({ name, paper }: { name: string } & Pick<Chosen, 'paper'>) {
  return (
    <fieldset>
      <legend>Paper</legend>
      {papers.map((each) => (
        <label key={each} className={styles.choice} data-paper={each}>
          <input
            type="radio"
            className="vh"
            name={name}
            checked={paper === each}
            onChange={() => readerPreferences.change({ paper: each })}
          />
          {paperNames[each]}
        </label>
      ))}
    </fieldset>
  );
}

function LayoutField({ name, layout }: { name: string } & Pick<Chosen, 'layout'>) {
  return (
    <fieldset>
      <legend>Pages</legend>
      {layouts.map(({ value, label }) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            className="vh"
            name={name}
            checked={layout === value}
            onChange={() => readerPreferences.change({ layout: value })}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function FitButtons({ onZoom }: { onZoom: (action: Zoom) => void }) {
  return (
    <div className={styles.zoom}>
      <Button size="s" onClick={() => onZoom('page')}>
        Fit page
      </Button>
      <Button size="s" onClick={() => onZoom('width')}>
        Fit width
      </Button>
    </div>
  );
}

/** Display settings: paper, zoom, page layout and single-key shortcuts. */
export function DisplayPanel({ zoom, onZoom }: { zoom: string; onZoom: (action: Zoom) => void }) {
  const { paper, layout, largeText } = useReaderPreferences();
  const { keys } = usePreferences();
  const name = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.display} role="dialog" aria-labelledby={`${name}-h`}>
      <h2 ref={heading} id={`${name}-h`} tabIndex={-1}>
        Display settings
      </h2>
      <PaperField name={`${name}-paper`} paper={paper} />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={largeText}
          onChange={({ target }) => readerPreferences.change({ largeText: target.checked })}
        />
        Large text that fits the screen
      </label>
      <div className={styles.zoom}>
        <Button aria-label={largeText ? 'Smaller text' : 'Zoom out'} onClick={() => onZoom('out')}>
          <Icon shape={minusIcon} />
        </Button>
        <span className="num" role="status">
          {zoom}
        </span>
        <Button aria-label={largeText ? 'Larger text' : 'Zoom in'} onClick={() => onZoom('in')}>
          <Icon shape={plusIcon} />
        </Button>
      </div>
      {!largeText && (
        <>
          <FitButtons onZoom={onZoom} />
          <LayoutField name={`${name}-layout`} layout={layout} />
        </>
      )}
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
