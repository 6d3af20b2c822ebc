export type Edit = {
  /** From the root of the repository. */
  readonly file: string;
  /** Stands in that file exactly once. */
  readonly find: string;
  readonly replace: string;
};

export type Mutation = {
  /** The test files that run with this mutation and expect the harm. */
  readonly controls: readonly string[];
  readonly edits: readonly Edit[];
};

export const edit = (file: string, find: string, replace: string): Edit => ({ file, find, replace });

/** A mutation of one text. */
export const mutation = (
  controls: readonly string[],
  file: string,
  find: string,
  replace: string,
): Mutation => ({
  controls,
  edits: [edit(file, find, replace)],
});
