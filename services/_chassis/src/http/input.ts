import type { Endpoint } from '@satrangi/contracts';
import express, { type Request, type Response } from 'express';
import type { z } from 'zod';
import { Refusal } from './refusal.ts';

const JSON_LIMIT = 1_048_576;

const pointer = (part: string, path: readonly PropertyKey[]): string =>
  `/${[part, ...path.map(String)].map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;

/** @throws Refusal validation-failed: the first issue is the detail, all issues are the errors */
const check = (schema: z.ZodType | undefined, value: unknown, part: string): unknown => {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => ({
    pointer: pointer(part, issue.path),
    detail: issue.message,
  }));
  throw new Refusal('validation-failed', errors[0]?.detail ?? 'The request is not valid', { errors });
};

type Middleware = (request: Request, response: Response, next: (error?: unknown) => void) => void;
const run = (middleware: Middleware, request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    middleware(request, response, (error) => (error ? reject(error) : resolve()));
  });

/** Reads the body as the endpoint declares it: JSON, raw bytes, or none. */
export const bodyReader = (endpoint: Endpoint): ((request: Request, response: Response) => Promise<void>) => {
  const limit = endpoint.bodyLimit ?? JSON_LIMIT;
  if (endpoint.kind === 'raw') {
    const raw = express.raw({ limit, type: () => true });
    return async (request, response) => {
      await run(raw, request, response);
      if (!Buffer.isBuffer(request.body)) request.body = Buffer.alloc(0);
    };
  }
  if (!endpoint.body || endpoint.kind === 'upload' || endpoint.kind === 'resumable') return async () => {};
  const json = express.json({ limit, type: ['application/json', 'application/*+json'] });
  return async (request, response) => {
    const length = request.headers['content-length'];
    const hasBody =
      request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
    if (hasBody && !request.is(['application/json', 'application/*+json']))
      throw new Refusal('unsupported-media-type', 'That content type is not accepted');
    await run(json, request, response);
  };
};

export const readInput = (
  endpoint: Endpoint,
  request: Request,
): { params: unknown; query: unknown; body: unknown } => ({
  params: check(endpoint.params, request.params, 'params'),
  query: endpoint.query ? check(endpoint.query, request.query, 'query') : undefined,
  body: endpoint.kind === 'raw' ? request.body : check(endpoint.body, request.body, 'body'),
});
