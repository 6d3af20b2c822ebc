import { captionsIcon, captionsOnIcon, Icon } from '@satrangi/kit';
import { useId, useRef } from 'react';
import { languageName } from '../../lib/language-name.ts';
import { useDismiss } from '../../lib/use-dismiss.ts';
import {
  captionGrounds,
  captionSizes,
  useVideoPreferences,
  videoPreferences,
} from '../../lib/video-preferences.ts';
import styles from './video-player.module.css';

const groundNames = { dark: 'Dark', light: 'Light', none: 'None' } as const;
const sizeNames = { small: 'Small', medium: 'Medium', large: 'Large' } as const;

function Choice<T extends string>({
  legend,
  all,
  names,
  value,
  onChange,
}: {
  legend: string;
  all: readonly T[];
  names: Readonly<Record<T, string>>;
  value: T;
  onChange: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend>{legend}</legend>
      {all.map((each) => (
        <label key={each}>
          <input type="radio" name={name} checked={value === each} onChange={() => onChange(each)} />
          {names[each]}
        </label>
      ))}
    </fieldset>
  );
}

/** Captions on or off, their language, size and background. */
export function CaptionsPanel({
  languages,
  language,
  onLanguage,
}: {
  languages: readonly string[];
  language: string | undefined;
  onLanguage: (language: string) => void;
}) {
  const { captions, captionSize, captionGround } = useVideoPreferences();
  const details = useRef<HTMLDetailsElement>(null);
  useDismiss(details);
  return (
    <details ref={details} className={styles.option}>
      <summary aria-label={captions ? 'Captions, on' : 'Captions, off'}>
        <Icon shape={captions ? captionsOnIcon : captionsIcon} />
      </summary>
      <div className={styles.panel}>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={captions}
            onChange={({ target }) => videoPreferences.change({ captions: target.checked })}
          />
          Captions
        </label>
        {languages.length > 1 && language && (
          <Choice
            legend="Language"
            all={languages}
            names={Object.fromEntries(languages.map((each) => [each, languageName(each)]))}
            value={language}
            onChange={onLanguage}
          />
        )}
        <Choice
          legend="Size"
          all={captionSizes}
          names={sizeNames}
          value={captionSize}
          onChange={(size) => videoPreferences.change({ captionSize: size })}
        />
        <Choice
          legend="Background"
          all={captionGrounds}
          names={groundNames}
          value={captionGround}
          onChange={(ground) => videoPreferences.change({ captionGround: ground })}
        />
      </div>
    </details>
  );
}
