import { type BootOptions, testUser } from '@satrangi/chassis/testing';
import { conciergeApi, type MediaItem } from '@satrangi/contracts';
import { type Sandbox, startSandboxWithoutShop } from '@satrangi/sandbox';
import { bootConcierge, type ConciergeFixture } from './boot-concierge.ts';

export type ModelFixture = ConciergeFixture & {
  readonly sandbox: Sandbox;
  /** Sets the only fault of the model; null: a model that cooperates. */
  readonly setFault: (fault: Record<string, unknown> | null) => Promise<void>;
  /** The next choices of the model, after its search. */
  readonly script: (answers: readonly string[]) => Promise<void>;
  /** Every request that the provider has received, as text. */
  readonly prompts: () => Promise<string>;
  /** Forgets them. @returns how many there were */
  readonly clearPrompts: () => Promise<number>;
  /** Paise of the day's budget that are spent or reserved. */
  readonly spentToday: () => Promise<number>;
};

/** A concierge that calls the sandbox's stand-in for OpenAI. */
export const bootWithModel = async (
  options: BootOptions & { readonly items?: readonly MediaItem[] } = {},
): Promise<ModelFixture> => {
  const sandbox = await startSandboxWithoutShop();
  const chat = await bootConcierge({
    ...options,
    env: {
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: `${sandbox.url}/openai/v1`,
      AI_RUPEES_PER_DAY: '1000000',
      ...options.env,
    },
  });
  const call = (path: string, method: string, body?: unknown) =>
    fetch(`${sandbox.url}/sandbox/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const desk = chat.service.as(testUser({ userId: 'desk', role: 'ADMIN' }), conciergeApi);
  return {
    ...chat,
    sandbox,
    setFault: async (fault) => {
      await call('knobs', 'DELETE');
      if (!fault) return;
      const set = await call('knobs', 'POST', { target: 'openai.chat', ...fault });
      if (set.status !== 201) throw new Error(await set.text());
    },
    script: async (answers) => {
      await call('openai/script', 'POST', { answers });
    },
    prompts: async () => (await call('openai', 'GET')).text(),
    clearPrompts: async () =>
      ((await (await call('openai', 'DELETE')).json()) as { readonly cleared: number }).cleared,
    spentToday: async () => (await desk.health()).paiseToday,
    [Symbol.asyncDispose]: async () => {
      await chat[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
    },
  };
};
