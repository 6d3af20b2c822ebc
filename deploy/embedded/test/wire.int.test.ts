import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openFixture } from './fixture.ts';

/** A message of this length and operation, without valid content. */
const message = (length: number, operation: number, rest = ''): Buffer => {
  const bytes = Buffer.alloc(16 + rest.length);
  bytes.writeInt32LE(length, 0);
  bytes.writeInt32LE(7, 4);
  bytes.writeInt32LE(operation, 12);
  bytes.write(rest, 16, 'latin1');
  return bytes;
};

describe('invalid MongoDB traffic', () => {
  it.each([
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['a message shorter than its header', message(3, 2013)],
    ['a message of a gigabyte', message(2 ** 30, 2013)],
  ])('%s ends its own connection and no other', async (_, bytes) => {
    await using fixture = await openFixture();
    const stranger = connect(Number(new URL(fixture.url).port), '127.0.0.1');
    await once(stranger, 'connect');

    stranger.write(bytes);
    stranger.resume();
    await once(stranger, 'close');

    expect(await fixture.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  it.each([
    ['an obsolete operation', message(16, 2001)],
    ['a section that reaches over its message', message(25, 2013, '\0\0\0\0\0\xff\xff\xff\x7f')],
    ['a message without a command', message(20, 2013, '\0\0\0\0')],
  ])('%s is answered with an error', async (_, bytes) => {
    await using fixture = await openFixture();
    const stranger = connect(Number(new URL(fixture.url).port), '127.0.0.1');
    await once(stranger, 'connect');

    stranger.write(bytes);
    const [answer] = await once(stranger, 'data');

    expect(answer.readInt32LE(8)).toBe(7);
    expect(String(answer)).toContain('errmsg');
    stranger.destroy();
    expect(await fixture.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
  });
});
