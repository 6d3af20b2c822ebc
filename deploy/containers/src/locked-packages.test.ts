import { serviceNames } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { readText } from './compose-file.ts';
import { type LockedPackages, packagesOf } from './locked-packages.ts';

it('follows dependencies to the nearest folder, through workspaces, and ends at cycles', () => {
  const packages: LockedPackages = {
    'services/one': { dependencies: { a: '1', '@satrangi/base': '*' } },
    'services/_base': { dependencies: { b: '1' } },
    'node_modules/@satrangi/base': { link: true, resolved: 'services/_base' },
    'node_modules/a': { dependencies: { b: '2' }, optionalDependencies: { absent: '1' } },
    'node_modules/a/node_modules/b': { peerDependencies: { a: '1' } },
    'node_modules/b': {},
    'node_modules/other': {},
  };

  expect([...packagesOf(packages, ['services/one'])].sort()).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/b',
    'services/_base',
    'services/one',
  ]);
});

it('no part needs an SDK, a renderer or a build tool of another one', () => {
  const { packages } = JSON.parse(readText('package-lock.json')) as { packages: LockedPackages };
  const own: Readonly<Record<string, readonly string[]>> = {
    stripe: ['payments'],
    'cashfree-pg': ['payments'],
    'pdfjs-dist': ['library'],
    openai: ['concierge'],
    googleapis: ['catalog', 'library', 'payments', 'cms', 'publishing', 'virtual-run'],
    vitest: [],
    typescript: [],
  };
  for (const name of ['gateway', ...serviceNames]) {
    const needed = packagesOf(packages, [name === 'gateway' ? name : `services/${name}`]);
    const strange = Object.entries(own).filter(
      ([one, owners]) => needed.has(`node_modules/${one}`) && !owners.includes(name),
    );
    expect(strange, name).toEqual([]);
    for (const [one, owners] of Object.entries(own))
      if (owners.includes(name)) expect([...needed], `${name} needs ${one}`).toContain(`node_modules/${one}`);
  }
});
