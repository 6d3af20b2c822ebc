/**
 * Filters of fields whose index is partial to texts or to dates. MongoDB uses such an index only for a query that contains its
 * condition: it does not conclude the type from the value, and would read the whole collection.
 */
export const equalText = <T extends string>(value: T) => ({ $eq: value, $type: 'string' }) as const;

export const anyText = <T extends string>(values: readonly T[]) =>
  ({ $in: [...values], $type: 'string' }) as const;

/** @param range such as `{ $lte: now }` */
export const dateIn = <T extends object>(range: T) => ({ ...range, $type: 'date' }) as const;
