import { interfaceLocale } from '@satrangi/kit/language/language';

/** `29 Oct 2026` */
export const dateText = (iso: string): string =>
  new Intl.DateTimeFormat(interfaceLocale(), { day: 'numeric', month: 'short', year: 'numeric' }).format(
    new Date(iso),
  );

/** `12 Nov 2026, 9:40 pm` */
export const dateTimeText = (iso: string): string =>
  new Intl.DateTimeFormat(interfaceLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  );
