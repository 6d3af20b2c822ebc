import { json, Router } from 'express';
import { z } from 'zod';
import { parsed, problem } from '../control/parsed.ts';
import { endpointsOf } from '../endpoint.ts';
import type { Knobs } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';

/** Calls kept. Anybody who reaches the sandbox may call the hook, as with a real one, so their number is bounded. */
const CALLS_MAX = 10_000;

const DeployCall = z.object({ revision: z.int().min(1), deployedAt: z.iso.datetime() });
const HookCall = z.object({
  id: z.string(),
  hook: z.literal('deploy'),
  /** As the header `x-revision` names it; null without. */
  revision: z.int().nullable(),
  deployedAt: z.string().nullable(),
  /** ISO 8601, UTC. */
  receivedAt: z.string(),
  /** What was answered: 200, or the status of a knob. */
  status: z.int(),
});
export type HookCall = z.infer<typeof HookCall>;

type Parts = { readonly knobs: Knobs; readonly ledger: Ledger; readonly now: () => Date };

/** The receiver of a deploy hook, as a host of pages has one: it takes calls and answers 200. Knobs of `hooks.deploy` make it fail. */
export const hookRoutes = ({ knobs, ledger, now }: Parts) => {
  const calls = ledger.table<HookCall>('hooks', HookCall);
  const keep = (header: string | undefined, body: unknown, status: number): HookCall => {
    const revision = /^\d{1,9}$/.test(header ?? '') ? Number(header) : null;
    const deployedAt = DeployCall.safeParse(body).data?.deployedAt ?? null;
    const count = [...calls.all()].length;
    if (count >= CALLS_MAX) throw problem(507, 'too-many-calls', `The hook keeps ${CALLS_MAX} calls.`);
    const receivedAt = now().toISOString();
    const call = {
      id: `hook_${count + 1}`,
      hook: 'deploy',
      revision,
      deployedAt,
      receivedAt,
      status,
    } as const;
    calls.put(call);
    return call;
  };
  const endpoint = endpointsOf({
    knobs,
    ledger,
    faultBody: (status) => ({ code: 'knob', message: `A knob answers ${status}.` }),
    keepFailure: (request, { status }) => void keep(request.get('x-revision'), request.body, status),
  });

  /** Before the password: the caller is a service, which has none. */
  const receiver = Router().post(
    '/sandbox/hooks/deploy',
    json(),
    endpoint('hooks.deploy', (request) => {
      const { revision } = parsed(DeployCall, request.body);
      if (request.get('x-revision') !== String(revision))
        throw problem(400, 'invalid-request', 'x-revision does not name the revision of the body.');
      return { status: 200, body: { ok: true, id: keep(String(revision), request.body, 200).id } };
    }),
  );
  const list = Router().get('/sandbox/hooks', (_request, response) => {
    response.json([...calls.all()].toReversed());
  });
  return { receiver, list };
};
