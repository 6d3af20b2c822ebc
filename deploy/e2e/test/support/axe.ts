import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
};

const wholes = { everything: '', colours: ", runOnly: ['color-contrast']" } as const;

/** Violations of axe on the page, or of its colour rules only. */
export const axeViolations = async (
  page: Page,
  what: keyof typeof wholes = 'everything',
): Promise<string[]> => {
  if (!(await page.evaluate('Boolean(globalThis.axe)'))) await page.evaluate(await source);
  const found = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations']${wholes[what]} }).then(({ violations }) => violations)`,
  )) as Violation[];
  return found.map(
    ({ id, nodes }) =>
      `${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary?.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
  );
};
