import { extname } from 'node:path';
import { createWaveformMeter } from '@satrangi/contracts';
import type { Clip } from '../src/clip.ts';
import { run } from './program.ts';
import { pcmOf, SAMPLE_RATE, type Sound, soundOfPcm } from './sound.ts';

/** Audio filters: removes hum and hiss from a synthetic voice and adds a short reverb. */
const ROOM =
  'highpass=f=90,lowpass=f=7000,aecho=0.9:0.6:19|37:0.10|0.06,volume=7dB,alimiter=limit=0.9:level=false';
/** No timestamps and encoder names, for reproducible files. */
const PLAIN = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'];

/** Both at a constant rate with an index or frames of one length, so that every browser seeks exactly. */
const codecs = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '24k', '-id3v2_version', '0'],
  m4a: ['-c:a', 'aac', '-b:a', '16k', '-f', 'ipod', '-movflags', '+faststart'],
} as const;

/** Writes mono speech; the file extension selects the format. */
export const writeSpeech = async (sound: Sound, path: string): Promise<void> => {
  const from = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', '-'];
  const to = ['-af', ROOM, '-ar', '16000', '-ac', '1', ...codecs[path.endsWith('.m4a') ? 'm4a' : 'mp3']];
  await run('ffmpeg', ['-v', 'error', '-y', ...from, ...PLAIN, ...to, path], pcmOf(sound));
};

/** The duration of a file in seconds, as players report it. */
export const durationOf = async (path: string): Promise<number> => {
  const answer = await run('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'format=duration',
    '-of',
    'csv=p=0',
    path,
  ]);
  return Number(answer.toString().trim());
};

/** Samples a second that are enough to measure loudness. */
const MEASURED_RATE = 8_000;

/** The waveform of a recording, measured of its file. */
export const waveformOf = async (path: string): Promise<string> => {
  const mono = ['-f', 's16le', '-ar', String(MEASURED_RATE), '-ac', '1', '-'];
  const sound = soundOfPcm(await run('ffmpeg', ['-v', 'error', '-i', path, ...mono]));
  const meter = createWaveformMeter(sound.length / MEASURED_RATE);
  meter.add(sound, 0, MEASURED_RATE);
  return meter.waveform();
};

/** H.264 and AAC in MP4, which every browser plays, with the index first, so that playback starts during the download. */
export const writeMp4 = async (
  frames: AsyncIterable<Buffer>,
  framesASecond: number,
  wavPath: string,
  path: string,
): Promise<void> => {
  const picture = ['-f', 'image2pipe', '-c:v', 'png', '-framerate', String(framesASecond), '-i', '-'];
  const h264 = ['-c:v', 'libx264', '-profile:v', 'high', '-level', '3.1', '-pix_fmt', 'yuv420p'];
  const small = ['-preset', 'veryslow', '-tune', 'animation', '-crf', '37', '-g', String(framesASecond * 10)];
  const sound = ['-af', ROOM, '-c:a', 'aac', '-b:a', '16k', '-ar', '16000', '-ac', '1'];
  const plain = [...PLAIN, '-flags:v', '+bitexact', '-movflags', '+faststart', '-shortest'];
  await run(
    'ffmpeg',
    ['-v', 'error', '-y', ...picture, '-i', wavPath, ...plain, ...h264, ...small, ...sound, path],
    frames,
  );
};

/** A clip is shown in a page, not on a whole screen. */
const CLIP_SIZE = 'scale=640:360';
const CLIP_SOUND = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '24k'],
  m4a: ['-c:a', 'aac', '-b:a', '24k', '-f', 'ipod'],
};

/** Writes a part of a film or a recording as a separate file of the same kind, with a fade-out of a second. */
export const writeClip = async (path: string, { from, seconds }: Clip, clipPath: string): Promise<void> => {
  const fade = `st=${(seconds - 1).toFixed(3)}:d=1`;
  const h264 = ['-c:v', 'libx264', '-profile:v', 'high', '-level', '3.1', '-pix_fmt', 'yuv420p'];
  const small = ['-preset', 'veryslow', '-tune', 'animation', '-crf', '34', '-flags:v', '+bitexact'];
  const picture = [...h264, ...small, '-vf', `${CLIP_SIZE},fade=out:${fade}`, '-c:a', 'aac', '-b:a', '16k'];
  const ending = extname(path);
  const kind = ending === '.mp4' ? picture : CLIP_SOUND[ending === '.mp3' ? 'mp3' : 'm4a'];
  const first = ending === '.mp3' ? ['-id3v2_version', '0'] : ['-movflags', '+faststart'];
  const part = ['-ss', from.toFixed(3), '-t', seconds.toFixed(3), '-i', path];
  await run('ffmpeg', [
    ...['-v', 'error', '-y', ...part, ...PLAIN, ...kind],
    ...['-af', `afade=out:${fade}`, ...first, clipPath],
  ]);
};

/** Writes samples to a file for another program. */
export const writeWav = async (sound: Sound, path: string): Promise<void> => {
  const from = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', '-'];
  await run('ffmpeg', ['-v', 'error', '-y', ...from, path], pcmOf(sound));
};
