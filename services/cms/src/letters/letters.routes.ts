import { type Handlers, requestKeyOf } from '@satrangi/chassis';
import type { lettersApi, UserId } from '@satrangi/contracts';
import {
  approveSend,
  cancelSend,
  foundSend,
  pauseSend,
  readSend,
  resumeSend,
  retryFailed,
} from './control-send.ts';
import type { Deps } from './letters.deps.ts';
import { letterResponse } from './letters.rules.ts';
import { createLetter, foundLetter, readLetterText, seenLetter, updateLetter } from './save-letter.ts';
import { lockScreen, startSend } from './start-send.ts';
import { testLetter } from './test-letter.ts';

const controlRoutes = (deps: Deps) => {
  const approve = approveSend(deps);
  const pause = pauseSend(deps);
  const resume = resumeSend(deps);
  const cancel = cancelSend(deps);
  const retry = retryFailed(deps);
  type Input = { readonly params: { readonly id: string } };
  return {
    approveSend: ({ params: { id } }: Input, { userId }: { readonly userId: UserId }) => approve(id, userId),
    pauseSend: ({ params: { id } }: Input) => pause(id),
    resumeSend: ({ params: { id } }: Input) => resume(id),
    cancelSend: ({ params: { id } }: Input) => cancel(id),
    retryFailed: ({ params: { id } }: Input) => retry(id),
  };
};

export const letterRoutes = (deps: Deps): Handlers<typeof lettersApi> => {
  const { letters, sends, from } = deps;
  const found = foundLetter(deps);
  const seen = seenLetter(deps);
  const send = foundSend(deps);
  const create = createLetter(deps);
  const update = updateLetter(deps);
  const test = testLetter(deps);
  const start = startSend(deps);
  return {
    listLetters: async () =>
      (await letters.all()).map(({ _id, subject, preheader, createdAt, updatedAt }) => ({
        _id,
        subject,
        preheader,
        createdAt,
        updatedAt,
      })),
    createLetter: async ({ body }, { userId }, { request }) => {
      const letter = await create(body, userId, requestKeyOf(request, userId, body));
      return letterResponse(letter, await readLetterText(deps, letter));
    },
    getLetter: async ({ params: { id } }) => {
      const letter = await found(id);
      return letterResponse(letter, await readLetterText(deps, letter));
    },
    updateLetter: async ({ params: { id }, body }, { userId }) => {
      const letter = await update(id, body, userId);
      return letterResponse(letter, await readLetterText(deps, letter));
    },
    deleteLetter: async ({ params: { id } }) => {
      await letters.remove(id);
      return { ok: true };
    },
    letterLockScreen: async ({ params: { id } }) => lockScreen(await found(id), from),
    testLetter: async ({ params: { id } }, { userId }) => test(await found(id), userId),
    sendLetter: async ({ params: { id }, body: { knowingly, updatedAt } }, { userId }) =>
      start(await seen(id, updatedAt), { by: userId, knowingly }),
    listSends: async () => Promise.all((await sends.newest()).map((one) => readSend(deps, one))),
    getSend: async ({ params: { id } }) => readSend(deps, await send(id)),
    sendLockScreen: async ({ params: { id } }) => lockScreen(await send(id), from),
    ...controlRoutes(deps),
  };
};
