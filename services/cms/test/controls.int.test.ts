import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { copies } from './letters-fixture.ts';

const HANG_MS = 3_000;

type Modules = typeof import('./boot-cms.ts') & typeof import('./letters-fixture.ts');

/** The fixtures, loaded with a mutation of the cms. */
const loadWithout = async (mutation: string): Promise<Modules> => {
  const query = mutation === 'nothing' ? '' : `?mutations=${mutation}`;
  const [boot, letters]: [typeof import('./boot-cms.ts'), typeof import('./letters-fixture.ts')] =
    await Promise.all([
      import(/* @vite-ignore */ `./boot-cms.ts${query}`),
      import(/* @vite-ignore */ `./letters-fixture.ts${query}`),
    ]);
  return { ...boot, ...letters };
};

/** Negative controls: with a protection removed (decision 0055), the harm it prevents must be observable. */
describe('with a protection removed, the cms would', () => {
  it.each(['batch-lease', 'nothing'])(
    'send letters twice from two processes (%s is removed)',
    async (removed) => {
      const { bootCms, bootLetters, mailEnv } = await loadWithout(removed);
      await using one = await bootLetters(30, { MAIL_POOL: '1' });
      await one.mail.knob({ hang: HANG_MS, times: 1 });
      const sending = one.start();
      await one.until('sending');
      await using two = await bootCms({
        env: { ...mailEnv(one.mail, one.identityUrl), DB_SUFFIX: one.suffix, MAIL_POOL: '1' },
      });
      // takes over all work, as after a lease that ended too early
      for (let step = 0; step < 3; step += 1) await two.service.runWork();
      await sending;
      await one.until('done');
      // the first letter may still be at the mail server
      await sleep(HANG_MS);

      const most = Math.max(...copies(await one.mail.received()).values());
      expect(most).toBe(removed === 'batch-lease' ? 2 : 1);
    },
  );

  it.each(['outing-check', 'nothing'])(
    'send a subject that may out a reader (%s is removed)',
    async (removed) => {
      const { bootLetters } = await loadWithout(removed);
      await using cms = await bootLetters(1);
      const state = await cms.start({ subject: 'Queer news' }).then(
        (started) => started.state,
        (error: { code?: string }) => error.code,
      );
      expect(state).toBe(removed === 'outing-check' ? 'done' : 'may-out-readers');
    },
  );

  it.each(['rich-text', 'nothing'])(
    'save and answer markup that runs (%s is removed, P52)',
    async (removed) => {
      const { bootCms } = await loadWithout(removed);
      await using cms = await bootCms();
      const content = '<p>x</p><img src=x onerror=alert(1)><a href="javascript:alert(1)">y</a>';
      const { content: answered } = await cms.editor.saveSection({ body: { key: 'about.mission', content } });

      expect(/onerror|javascript:/.test(answered)).toBe(removed === 'rich-text');
    },
  );
});
