import { expect, it } from 'vitest';
import { nextTraceparent, traceIdOf } from './trace.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = `00-${TRACE_ID}-00f067aa0ba902b7-00`;

it('a call stays in the trace of its caller, with a span of its own and the same flags', () => {
  const next = nextTraceparent(CALLER);

  expect(next).toMatch(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-00$`));
  expect(next).not.toBe(CALLER);
  expect(traceIdOf(next)).toBe(TRACE_ID);
});

it.each([
  undefined,
  '',
  'claimed',
  `01-${TRACE_ID}-00f067aa0ba902b7-00`,
  `00-${TRACE_ID.toUpperCase()}-00f067aa0ba902b7-00`,
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-00`,
  `00-${TRACE_ID}-${'0'.repeat(16)}-00`,
  `${CALLER}-more`,
  [CALLER, CALLER],
])('%s begins a new trace', (caller) => {
  const next = nextTraceparent(caller);

  expect(traceIdOf(caller)).toBeUndefined();
  expect(next).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(next).not.toContain(TRACE_ID);
});
