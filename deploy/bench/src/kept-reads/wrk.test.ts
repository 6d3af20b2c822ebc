import { expect, test } from 'vitest';
import { parseWrk } from './wrk.ts';

const OUTPUT = `Running 4s test @ http://127.0.0.1:8080/
  1 threads and 32 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.44ms  611.25us  18.32ms   92.30%
    Req/Sec    22.41k     1.95k   24.70k    85.00%
  Latency Distribution
     50%  881.00us
     75%    1.52ms
     90%    1.90ms
     99%    3.10ms
  89245 requests in 4.00s, 4.10GB read
Requests/sec:  22310.93
Transfer/sec:      1.02GB
`;

test('reads the rate and the quantiles in ms', () => {
  expect(parseWrk(OUTPUT)).toEqual({ rps: 22_310.93, p50: 0.881, p99: 3.1, errors: 0 });
});

test('counts refused responses and failed sockets', () => {
  const output = OUTPUT.replace(
    'Requests/sec:',
    '  Socket errors: connect 1, read 2, write 0, timeout 4\n  Non-2xx or 3xx responses: 10\nRequests/sec:',
  );
  expect(parseWrk(output).errors).toBe(17);
});

test('refuses an output without a rate', () => {
  expect(() => parseWrk('unable to connect')).toThrow('wrk printed no rate');
});
