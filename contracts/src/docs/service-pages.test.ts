import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { serviceNames } from '../services.ts';

const pageOf = (name: string): string =>
  readFileSync(new URL(`../../../services/${name}/README.md`, import.meta.url), 'utf8');

/** What every page says, in this order; `Settings` and `Measured` only where there are some. */
const parts = ['Owns', 'Answers', 'Subscribes', 'Publishes', 'Needs'];
const headings = ['Where to look', 'Settings', 'Design notes', 'Measured'];

it.each(serviceNames)('the page of %s has the parts that all have, in the same order', (name) => {
  const page = pageOf(name);
  const title = page.split('\n', 1)[0];
  const bold = [...page.matchAll(/^\*\*(\w+)\*\*/gm)].map(([, part]) => part);
  const found = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading ?? '');

  expect(title).toBe(`# ${name}`);
  expect(bold).toEqual(parts);
  expect(found).toEqual(headings.filter((heading) => found.includes(heading)));
  expect(found).toEqual(expect.arrayContaining(['Where to look', 'Design notes']));
});
