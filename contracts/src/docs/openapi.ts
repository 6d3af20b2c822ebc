import { z } from 'zod';
import type { Api, Endpoint } from '../endpoint.ts';
import { Problem, problems } from '../problems.ts';

type Json = Record<string, unknown>;

const braces = (path: string): string => path.replace(/:(\w+)/g, '{$1}');
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): unknown =>
  z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' });

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Schemas that have a name (`meta({ id })`) are written once, in `named`, and referenced everywhere else. */
const extractNamed = (part: unknown, named: Json): unknown => {
  if (Array.isArray(part)) return part.map((each) => extractNamed(each, named));
  if (!isJson(part)) return part;
  const { $defs, ...rest } = part;
  for (const [name, schema] of Object.entries(isJson($defs) ? $defs : {}))
    named[name] ??= extractNamed(schema, named);
  if (typeof rest.$ref === 'string') return { $ref: rest.$ref.replace('#/$defs/', '#/components/schemas/') };
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, extractNamed(value, named)]));
};

const parametersOf = (place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
};

const requestOf = (endpoint: Endpoint): Json => {
  if (endpoint.kind === 'upload') {
    const files = Object.fromEntries(
      (endpoint.files ?? []).map((name) => [name, { type: 'string', format: 'binary' }]),
    );
    return {
      requestBody: { content: { 'multipart/form-data': { schema: { type: 'object', properties: files } } } },
    };
  }
  if (endpoint.kind === 'raw') return { requestBody: { content: { 'application/json': {} } } };
  if (!endpoint.body) return {};
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
    },
  };
};

const responseOf = (endpoint: Endpoint): Json => {
  const status = endpoint.status ?? 200;
  if (status === 204) return { 204: { description: 'No content' } };
  if (endpoint.kind === 'live')
    return { 200: { description: 'Events', content: { 'text/event-stream': {} } } };
  if (endpoint.kind === 'stream')
    return { 200: { description: 'The whole file' }, 206: { description: 'A byte range' } };
  return {
    [status]: {
      description: 'OK',
      content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
    },
  };
};

const problemResponsesOf = (endpoint: Endpoint): Json => {
  const byStatus = Map.groupBy(endpoint.problems ?? [], (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${problems[code].title}`).join('; '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
};

const securityOf = ({ access, personal, ticket }: Endpoint): Json[] => {
  if (access === 'service') return [{ internal: [] }];
  if (access !== 'public') return [{ bearer: [] }];
  if (ticket) return [{}, { bearer: [] }, { session: [] }, { ticket: [] }];
  return personal ? [{}, { bearer: [] }] : [{}];
};

/** Creates the OpenAPI 3.1 document of one api. Paths are relative to `/api`, as in the browser. */
export const openApi = (title: string, api: Api): Json => {
  const paths: Record<string, Json> = {};
  for (const [operationId, endpoint] of Object.entries(api)) {
    const path = braces(endpoint.path);
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = {
      operationId,
      summary: endpoint.summary,
      security: securityOf(endpoint),
      parameters: [...parametersOf('path', endpoint.params), ...parametersOf('query', endpoint.query)],
      ...requestOf(endpoint),
      responses: { ...responseOf(endpoint), ...problemResponsesOf(endpoint) },
    };
  }
  const schemas: Json = { Problem: schemaOf(Problem, 'output') };
  return {
    openapi: '3.1.0',
    info: { title: `Satrangi ${title}`, version: '1' },
    servers: [{ url: '/api' }],
    paths: extractNamed(paths, schemas),
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: 'satrangi_session' },
        ticket: { type: 'apiKey', in: 'query', name: 'token' },
        internal: { type: 'apiKey', in: 'header', name: 'x-internal-secret' },
      },
    },
  };
};
