type Parts = { readonly name: string | null; readonly email: string | null; readonly id: string | null };

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The buyer of an order, which answers as an object, an id or an address (checklist ADM-18). */
export const orderUser = (user: unknown): Parts => {
  if (typeof user === 'string')
    return user.includes('@')
      ? { name: null, email: user, id: null }
      : { name: null, email: null, id: textOf(user) };
  const { _id, name, email } = (user ?? {}) as Record<string, unknown>;
  return { name: textOf(name), email: textOf(email), id: textOf(_id) };
};

/** The first of name, address and id that there is. */
export const orderUserText = (user: unknown): string => {
  const { name, email, id } = orderUser(user);
  return name ?? email ?? id ?? 'No account';
};
