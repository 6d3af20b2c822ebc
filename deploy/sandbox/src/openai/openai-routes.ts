import { json, Router } from 'express';
import { z } from 'zod';
import { endpointsOf, ProviderRefusal } from '../endpoint.ts';
import type { Knobs } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';
import { answerChat, ChatRequest, completionOf } from './openai-model.ts';

/** Prompts kept for `GET /sandbox/openai`. */
const PROMPTS_MAX = 5_000;

/** OpenAI's error shape. */
const failure = (message: string) => ({ error: { message, type: 'server_error', param: null, code: null } });

const Script = z.strictObject({ answers: z.array(z.string()).min(1) });

type Deps = {
  knobs: Knobs;
  ledger: Ledger;
  now: () => Date;
};

/**
 * A fake OpenAI-compatible endpoint under `/openai/v1`: chat completions with tools, and every model by its name. Knobs of `openai.chat` make it fail or
 * hostile; `POST /sandbox/openai/script` sets the next answers; `GET /sandbox/openai` lists the prompts received.
 */
export const openaiRoutes = ({ knobs, ledger, now }: Deps): Router => {
  const router = Router();
  const prompts: unknown[] = [];
  const script: string[] = [];
  const endpoint = endpointsOf({ knobs, ledger, faultBody: (status) => failure(`knob ${status}`) });

  router.post(
    '/openai/v1/chat/completions',
    json({ limit: '2mb' }),
    endpoint('openai.chat', (request, fault) => {
      if (!/^Bearer \S+$/.test(request.get('authorization') ?? ''))
        throw new ProviderRefusal(401, failure('Incorrect API key provided'));
      const read = ChatRequest.safeParse(request.body ?? {});
      if (!read.success) throw new ProviderRefusal(400, failure(z.prettifyError(read.error)));
      prompts.push(request.body);
      if (prompts.length > PROMPTS_MAX) prompts.shift();
      const answer = answerChat(read.data, fault, () => script.shift());
      const completion = completionOf(read.data, answer, now());
      return { status: 200, body: fault.cut ? JSON.stringify(completion).slice(0, 120) : completion };
    }),
  );
  router.get(
    '/openai/v1/models/:model',
    endpoint('openai.models.retrieve', (request) => {
      if (!/^Bearer \S+$/.test(request.get('authorization') ?? ''))
        throw new ProviderRefusal(401, failure('Incorrect API key provided'));
      return { status: 200, body: { id: request.params.model, object: 'model', owned_by: 'sandbox' } };
    }),
  );
  router.get('/sandbox/openai', (_request, response) => {
    response.json(prompts);
  });
  router.delete('/sandbox/openai', (_request, response) => {
    response.json({ cleared: prompts.splice(0).length });
  });
  router.post('/sandbox/openai/script', json(), (request, response) => {
    const read = Script.safeParse(request.body ?? {});
    if (!read.success) return void response.status(400).json({ error: z.prettifyError(read.error) });
    script.push(...read.data.answers);
    response.status(201).json({ waiting: script.length });
  });
  return router;
};
