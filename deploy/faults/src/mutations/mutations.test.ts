import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { applyMutations, filesOf, readNames } from './apply-mutations.ts';
import type { Mutation } from './mutation.ts';
import { type MutationName, mutations } from './mutations.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const all = Object.entries(mutations) as [MutationName, Mutation][];

describe('a negative control', () => {
  it.each(all)('%s finds each of its texts exactly once and changes it', (name) => {
    const files = filesOf([name]);

    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(applyMutations([name], file, read(file))).not.toBe(read(file));
  });

  it.each(all)('%s is used by the tests that it names', (name, { controls }) => {
    expect(controls.length).toBeGreaterThan(0);
    for (const file of controls) expect(read(file)).toContain(`'${name}'`);
  });

  it('leaves other files as they are', () => {
    expect(applyMutations(['relay'], 'services/payments/src/main.ts', 'text')).toBe('text');
  });

  it.each([
    ['', 'gone'],
    ["if (role !== 'ADMIN') return { _id, role };".repeat(2), 'there twice'],
  ])('refuses to run when its text is %s', (source) => {
    expect(() =>
      applyMutations(['last-admin'], 'services/identity/src/admins/protect-last-admin.ts', source),
    ).toThrow('mutation of services/identity/src/admins/protect-last-admin.ts');
  });

  it('refuses a name that is not known', () => {
    expect(readNames('relay, inbox')).toEqual(['relay', 'inbox']);
    expect(() => readNames('relai')).toThrow('no mutation is called relai');
  });
});
