/** P51: of concurrent saves from one starting point exactly one counts. */
import type { Fixture } from '../../fixture.ts';
import { request } from '../../http.ts';
import { directEditorOf } from './cms-process.ts';
import { randomName } from './readers.ts';
import { promiseScenario, type Trial, unless } from './trial.ts';

type Size = { readonly rounds: number };

const EDITORS = 50;

type Round = {
  readonly winners: readonly string[];
  readonly conflicts: number;
  readonly currents: ReadonlySet<string>;
};

const contentOf = (body: unknown): string => (body as { content?: string }).content ?? '';
const currentOf = (body: unknown): string =>
  (body as { data?: { current?: { content?: string } } }).data?.current?.content ?? '';

/** Fifty editors save over the text that all of them opened. */
const saveAtOnce = async (fixture: Fixture, key: string): Promise<Round> => {
  const { updatedAt, revision } = await directEditorOf(fixture).saveSection({
    body: { key, content: '<p>Opened</p>' },
  });
  const answers = await Promise.all(
    Array.from({ length: EDITORS }, (_, n) =>
      request(`${fixture.serviceUrl('cms')}/cms/sections`, {
        method: 'PUT',
        token: fixture.adminToken,
        headers: { 'if-match': `"${revision}"` },
        body: { key, updatedAt, content: `<p>Editor ${n}</p>` },
      }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 409);
  return {
    winners: answers.filter(({ status }) => status === 200).map(({ body }) => contentOf(body)),
    conflicts: refused.length,
    currents: new Set(refused.map(({ body }) => currentOf(body))),
  };
};

export const concurrentSaves: Trial<Size> = async (fixture, { rounds }) => {
  const broken: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const key = `conflicts.${randomName('text')}`;
    const { winners, conflicts, currents } = await saveAtOnce(fixture, key);
    const stored = await directEditorOf(fixture).getSection({ params: { key }, query: { draft: '1' } });
    broken.push(
      ...unless({
        [`${winners.length} saves counted`]: winners.length === 1,
        [`${conflicts} conflicts`]: conflicts === EDITORS - 1,
        'a conflict does not show the winner': [...currents].every((current) => current === winners[0]),
        'the stored text is not that of the winner': stored.content === winners[0],
      }),
    );
  }
  return { detail: `${rounds} times ${EDITORS} saves at once`, broken };
};

export const editConflicts = promiseScenario(
  'edit conflicts',
  'of concurrent saves from one text exactly one counts (P51)',
  concurrentSaves,
  ({ isNightly }) => ({ rounds: isNightly ? 50 : 5 }),
);
