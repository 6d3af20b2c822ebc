/** Call options of a write that is refused when the record has another revision by now (decision 0023). */
export const ifMatch = (revision: string | number) => ({ headers: { 'if-match': `"${revision}"` } }) as const;
