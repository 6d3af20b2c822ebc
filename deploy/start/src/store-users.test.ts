import { readFileSync } from 'node:fs';
import { databaseName, envName, serviceNames } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { rabbitDefinitions, storeUserFiles } from './store-users.ts';

it.each(Object.entries(storeUserFiles()))(
  '%s matches the contracts; `npm run docs` generates it',
  (name, text) => {
    expect(readFileSync(new URL(`../../docker/${name}`, import.meta.url), 'utf8')).toBe(text);
  },
);

it('gives each service one MongoDB user, for its own database only', () => {
  const script = storeUserFiles()['mongo-users.js'] ?? '';

  for (const name of serviceNames) {
    const block = script.slice(script.indexOf(`getSiblingDB('${databaseName(name)}')`)).split('});')[0] ?? '';
    expect(block).toContain(`pwd: process.env.${envName(name, 'PASSWORD')}`);
    expect(block.match(/role: '\w+', db: '\w+'/g)).toEqual([
      `role: 'readWrite', db: '${databaseName(name)}'`,
    ]);
  }
});

it('lets no service declare or read queues of another, or publish its events', () => {
  const { permissions, topic_permissions: topics, queues } = rabbitDefinitions();

  for (const name of serviceNames) {
    const own = permissions.find(({ user }) => user === name);
    const topic = topics.find(({ user }) => user === name);
    const others = queues.filter((queue) => !queue.name.startsWith(`${name}.`));
    for (const queue of others) {
      expect(queue.name).not.toMatch(new RegExp(own?.configure ?? ''));
      expect(queue.name).not.toMatch(new RegExp(own?.read ?? ''));
    }
    for (const other of serviceNames.filter((one) => one !== name))
      expect(`${other}.user-forgotten.v1`).not.toMatch(new RegExp(topic?.write ?? ''));
  }
});
