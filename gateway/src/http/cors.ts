import type { IncomingMessage, ServerResponse } from 'node:http';
import { CHANGES_HEADER } from '@satrangi/contracts';
import cors from 'cors';
import type { GatewayConfig } from '../config.ts';

export type CorsHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** CORS: allows the configured origins and the site's own, with credentials; refuses all others (GTW-10). */
export const createCors = (config: Pick<GatewayConfig, 'ALLOWED_ORIGINS' | 'PUBLIC_URL'>): CorsHandler => {
  const origins = [...config.ALLOWED_ORIGINS, new URL(config.PUBLIC_URL).origin];
  return cors({
    origin: (origin, done) => done(null, origin !== undefined && origins.includes(origin)),
    credentials: true,
    exposedHeaders: ['x-request-id', 'retry-after', 'content-disposition', CHANGES_HEADER],
    maxAge: 600,
  });
};
