import { classes } from '@satrangi/kit';
import styles from './language-button.module.css';
import { preferences, usePreferences } from './preferences.ts';

/** Each language under its own name: it is looked for by those who read it. */
const nextLanguage = { en: ['hi', 'हिन्दी'], hi: ['en', 'English'] } as const;

/** Switches the interface to the other language. */
export function LanguageButton({ className }: { className?: string | undefined }) {
  const [language, name] = nextLanguage[usePreferences().language];
  return (
    <button
      type="button"
      lang={language}
      className={classes(styles.name, className)}
      onClick={() => preferences.change({ language })}
    >
      {name}
    </button>
  );
}
