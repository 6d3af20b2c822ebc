import type { Edit, Mutation } from './mutation.ts';
import { type MutationName, mutations } from './mutations.ts';

const isKnown = (name: string): name is MutationName => Object.hasOwn(mutations, name);

/**
 * @param list names with commas, as in the variable `MUTATIONS`
 * @throws Error for a name that is not known: a control must not pass because nothing was changed
 */
export const readNames = (list: string | undefined): MutationName[] =>
  (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => {
      if (!isKnown(name)) throw new Error(`no mutation is called ${name}`);
      return name;
    });

const editsOf = (names: readonly MutationName[]): Edit[] =>
  [...new Set(names)].flatMap((name) => (mutations[name] as Mutation).edits);

/** The files that these mutations change, from the root of the repository. */
export const filesOf = (names: readonly MutationName[]): string[] => [
  ...new Set(editsOf(names).map(({ file }) => file)),
];

/** @throws Error unless each text to be replaced stands in the source exactly once */
export const applyMutations = (names: readonly MutationName[], file: string, source: string): string =>
  editsOf(names)
    .filter((edit) => edit.file === file)
    .reduce((text, { find, replace }) => {
      const count = text.split(find).length - 1;
      if (count !== 1) throw new Error(`mutation of ${file}: its text stands there ${count} times:\n${find}`);
      return text.replace(find, () => replace);
    }, source);
