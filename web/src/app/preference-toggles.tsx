import { classes } from '@satrangi/kit';
import { type Preferences, preferences, usePreferences } from '../lib/preferences.ts';
import styles from './preference-toggles.module.css';

const nextTheme: Record<Preferences['theme'], Preferences['theme']> = {
  system: 'light',
  light: 'dark',
  dark: 'system',
};

/** Each language under its own name: it is looked for by those who read it. */
const nextLanguage = { en: ['hi', 'हिन्दी'], hi: ['en', 'English'] } as const;

/** The preferences of this browser as toggle buttons with their state in words. */
export function PreferenceToggles({ className }: { className?: string | undefined }) {
  const {
    language,
    theme,
    dataSaver,
    discreet,
    statistics,
    exitByKey,
    keys,
    hidesAssistant,
    keepsChatLocal,
  } = usePreferences();
  const [otherLanguage, languageName] = nextLanguage[language];
  return (
    <div className={classes(styles.choices, className)}>
      <button
        type="button"
        lang={otherLanguage}
        onClick={() => preferences.change({ language: otherLanguage })}
      >
        {languageName}
      </button>
      <button
        type="button"
        aria-pressed={dataSaver}
        onClick={() => preferences.change({ dataSaver: !dataSaver })}
      >
        Data saver: {dataSaver ? 'on' : 'off'}
      </button>
      <button type="button" onClick={() => preferences.change({ theme: nextTheme[theme] })}>
        Theme: {theme}
      </button>
      <button
        type="button"
        aria-pressed={discreet}
        onClick={() => preferences.change({ discreet: !discreet })}
      >
        Discreet mode: {discreet ? 'on' : 'off'}
      </button>
      <button
        type="button"
        aria-pressed={statistics}
        onClick={() => preferences.change({ statistics: !statistics })}
      >
        Count my visits: {statistics ? 'on' : 'off'}
      </button>
      <button type="button" aria-pressed={keys} onClick={() => preferences.change({ keys: !keys })}>
        Single-key shortcuts: {keys ? 'on' : 'off'}
      </button>
      <button
        type="button"
        aria-pressed={exitByKey}
        onClick={() => preferences.change({ exitByKey: !exitByKey })}
      >
        Exit by Shift, three times: {exitByKey ? 'on' : 'off'}
      </button>
      <button
        type="button"
        aria-pressed={hidesAssistant}
        onClick={() => preferences.change({ hidesAssistant: !hidesAssistant })}
      >
        Hide the assistant: {hidesAssistant ? 'on' : 'off'}
      </button>
      <button
        type="button"
        aria-pressed={keepsChatLocal}
        onClick={() => preferences.change({ keepsChatLocal: !keepsChatLocal })}
      >
        Answer without sending anything out: {keepsChatLocal ? 'on' : 'off'}
      </button>
    </div>
  );
}
