import { describe, expect, it } from 'vitest';
import { cutCaptions } from './cut-captions.rules.ts';

const file = `WEBVTT - Hindi

STYLE
::cue { color: lime }

NOTE by the editors

title
00:00.000 --> 00:04.000
The Kite

00:04.000 --> 00:09.500 line:90% align:start
A roof,
two friends.

second
00:09.500 --> 00:21.000
The string.

00:21.000 --> 01:00:30.000
The end.
`;

describe('captions of a part', () => {
  it('are what is said in it, from its beginning, cut at its ends, with settings, names and styles', () => {
    expect(cutCaptions(file, { from: 4, seconds: 15 })).toBe(`WEBVTT

STYLE
::cue { color: lime }

00:00:00.000 --> 00:00:05.500 line:90% align:start
A roof,
two friends.

second
00:00:05.500 --> 00:00:15.000
The string.
`);
  });

  it('of other line ends, with a mark of their byte order, are the same', () => {
    const other = `\ufeff${file.replaceAll('\n', '\r\n')}`;
    expect(cutCaptions(other, { from: 4, seconds: 15 })).toBe(cutCaptions(file, { from: 4, seconds: 15 }));
  });

  it('are none where nothing is said', () => {
    expect(cutCaptions(file, { from: 4_000, seconds: 15 })).not.toContain('-->');
  });
});
