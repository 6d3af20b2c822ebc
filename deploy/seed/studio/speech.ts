import type { Voice } from '../src/seed-media.ts';
import { run } from './program.ts';
import { type Sound, soundOfPcm, trimmed } from './sound.ts';

const WAV_HEADER_BYTES = 44;

/** Synthesizes one sentence, trimmed. */
export const speak = async (sentence: string, { name, speed, pitch }: Voice): Promise<Sound> => {
  const args = [
    '-v',
    name,
    '-s',
    String(speed),
    '-p',
    String(pitch),
    '-g',
    '2',
    '-a',
    '90',
    '--stdout',
    '--stdin',
  ];
  const wav = await run('espeak-ng', args, Buffer.from(sentence));
  return trimmed(soundOfPcm(wav.subarray(WAV_HEADER_BYTES)));
};
