import { DISCREET_TITLE } from '@satrangi/contracts/pure';
import { usePreferences } from './preferences.ts';

/**
 * The title of a page about one order. It has neither the name of the shop nor an address: browsers print the title, and
 * suggest it as the name of a file.
 */
export function PrivatePageHead({ title }: { title: string }) {
  const { discreet } = usePreferences();
  return <title>{discreet ? DISCREET_TITLE : title}</title>;
}
