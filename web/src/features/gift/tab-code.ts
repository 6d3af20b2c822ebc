const KEY = 'gift-code';

/** The gift code of this tab, kept during a login. Exit removes it with the rest of the session storage. */
export const tabCode = {
  read: (): string => {
    try {
      return sessionStorage.getItem(KEY) ?? '';
    } catch {
      return '';
    }
  },
  write: (code: string): void => {
    try {
      if (code === '') sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, code);
    } catch {
      // without storage the code is typed again after the login
    }
  },
};
