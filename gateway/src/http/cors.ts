import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from 'cors';
import type { GatewayConfig } from '../config.ts';

export type CrossOrigin = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Browsers of other sites may not read our answers; credentials only for origins the operator names (GTW-10). */
export const crossOrigin = (config: Pick<GatewayConfig, 'ALLOWED_ORIGINS' | 'PUBLIC_URL'>): CrossOrigin => {
  const origins = [...config.ALLOWED_ORIGINS, new URL(config.PUBLIC_URL).origin];
  return cors({
    origin: (origin, done) => done(null, origin !== undefined && origins.includes(origin)),
    credentials: true,
    exposedHeaders: ['x-request-id', 'retry-after', 'content-disposition'],
    maxAge: 600,
  });
};
