import { buttonLook, Select } from '@satrangi/kit';
import { LanguageButton } from '../../lib/language-button.tsx';
import { type Preferences, preferences, usePreferences } from '../../lib/preferences.ts';
import styles from './profile.module.css';

type Switch = { [K in keyof Preferences]: Preferences[K] extends boolean ? K : never }[keyof Preferences];

const switches: readonly { readonly key: Switch; readonly label: string; readonly about: string }[] = [
  {
    key: 'discreet',
    label: 'Discreet mode',
    about: 'The tab is titled Reading list with a plain icon, and covers stay blurred until you touch them.',
  },
  {
    key: 'exitByKey',
    label: 'Exit by Shift, three times',
    about: 'Leaves this site at once. The Exit button stays either way.',
  },
  {
    key: 'statistics',
    label: 'Count my visits',
    about:
      'Pages are counted without cookies and without what you read. Never in discreet mode, nor with Global Privacy Control.',
  },
  { key: 'dataSaver', label: 'Data saver', about: 'Fewer fonts, smaller pictures, no preloading.' },
  {
    key: 'keys',
    label: 'Single-key shortcuts',
    about: 'Single keys such as F and / work as shortcuts. Turn this off if you use voice control.',
  },
  { key: 'hidesAssistant', label: 'Hide the assistant', about: 'Its button is not shown on any page.' },
];

const themes = [
  { value: 'system', label: 'Same as this device' },
  { value: 'light', label: 'Always light' },
  { value: 'dark', label: 'Always dark' },
] as const;

/** Preferences of this browser; they are never sent anywhere. */
export function Settings() {
  const chosen = usePreferences();
  return (
    <div className={styles.settings}>
      {switches.map(({ key, label, about }) => (
        <label key={key} className={styles.switch}>
          <input
            type="checkbox"
            checked={chosen[key]}
            onChange={({ target }) => preferences.change({ [key]: target.checked })}
          />
          <span>
            <b>{label}</b>
            <span>{about}</span>
          </span>
        </label>
      ))}
      <p className={styles.language}>
        <b>Language</b>
        <LanguageButton className={buttonLook().className} />
      </p>
      <Select
        label="Theme"
        value={chosen.theme}
        onChange={({ target }) => {
          const theme = themes.find(({ value }) => value === target.value)?.value;
          if (theme) preferences.change({ theme });
        }}
      >
        {themes.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}
