import { LanguageButton } from '../lib/language-button.tsx';
import { type Preferences, preferences, usePreferences } from '../lib/preferences.ts';
import styles from './preference-toggles.module.css';

const nextTheme: Record<Preferences['theme'], Preferences['theme']> = {
  system: 'light',
  light: 'dark',
  dark: 'system',
};

/** Each shows its state in words. */
const toggles = [
  ['discreet', 'Discreet mode'],
  ['statistics', 'Count my visits'],
  ['keys', 'Single-key shortcuts'],
  ['exitByKey', 'Exit by Shift, three times'],
  ['hidesAssistant', 'Hide the assistant'],
  ['keepsChatLocal', 'Keep assistant chats on this site'],
] as const;

function Toggle({ name, label }: { name: 'dataSaver' | (typeof toggles)[number][0]; label: string }) {
  const isOn = usePreferences()[name];
  return (
    <button type="button" aria-pressed={isOn} onClick={() => preferences.change({ [name]: !isOn })}>
      {label}: {isOn ? 'on' : 'off'}
    </button>
  );
}

/** The preferences of this browser. */
export function PreferenceToggles() {
  const { theme } = usePreferences();
  return (
    <div className={styles.choices}>
      <LanguageButton />
      <Toggle name="dataSaver" label="Data saver" />
      <button type="button" onClick={() => preferences.change({ theme: nextTheme[theme] })}>
        Theme: {theme}
      </button>
      {toggles.map(([name, label]) => (
        <Toggle key={name} name={name} label={label} />
      ))}
    </div>
  );
}
