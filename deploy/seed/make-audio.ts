/**
 * Generates the recordings of audio stories and oral histories in `files`: `node make-audio.ts [slug …]`, all by
 * default. Needs espeak-ng and ffmpeg; the files are committed so that seeding does not. With `--waveforms` it only
 * measures the recordings that are there.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { webVtt } from './src/captions.ts';
import { clipOf } from './src/clip.ts';
import { type Part, readParts, sentencesOf, transcriptOf } from './src/narration.ts';
import { filesFolder, type Recording, readRecording, recordingText, wordsSha256 } from './src/recording.ts';
import { readAudioStories, readOralHistories, readText, type Voice } from './src/seed-media.ts';
import { durationOf, waveformOf, writeClip, writeSpeech } from './studio/encode.ts';
import { speak } from './studio/speech.ts';
import { interval, opening } from './studio/strings.ts';
import { type Timeline, timeline } from './studio/timeline.ts';

type Voices = { readonly narrator: Voice; readonly interviewer: Voice };

const speakParagraph = async (line: Timeline, paragraph: string, voice: Voice): Promise<void> => {
  const sentences = sentencesOf(paragraph);
  const sounds = await Promise.all(sentences.map((sentence) => speak(sentence, voice)));
  sounds.forEach((sound, index) => {
    if (index) line.wait(0.28);
    line.addSpeech(sound, sentences[index] ?? '');
  });
  line.wait(0.6);
};

const record = async (parts: readonly Part[], { narrator, interviewer }: Voices): Promise<Timeline> => {
  const line = timeline();
  for (const [index, { title, lines }] of parts.entries()) {
    line.chapter(title);
    line.play(index ? interval() : opening());
    line.addSpeech(await speak(title, narrator), title);
    line.wait(1);
    for (const { isQuestion, text } of lines)
      await speakParagraph(line, text, isQuestion ? interviewer : narrator);
    line.wait(0.8);
  }
  line.play(opening());
  return line;
};

type Piece = { readonly slug: string; readonly language: string; readonly sound: 'mp3' | 'm4a' };

const make = async (
  { slug, language, sound }: Piece,
  parts: readonly Part[],
  voices: Voices,
): Promise<void> => {
  const line = await record(parts, voices);
  const path = join(filesFolder, `${slug}.${sound}`);
  await writeSpeech(line.sound(), path);
  // the first cue is the title of the first chapter
  await writeClip(path, clipOf(line.cues.slice(1)), join(filesFolder, `${slug}.preview.${sound}`));
  await writeFile(join(filesFolder, `${slug}.${language}.vtt`), webVtt(line.cues));
  const recording: Recording = {
    durationSeconds: Math.round((await durationOf(path)) * 10) / 10,
    chapters: line.chapters,
    captionLanguages: [language],
    waveform: await waveformOf(path),
    wordsSha256: wordsSha256(transcriptOf(parts, null)),
  };
  await writeFile(join(filesFolder, `${slug}.json`), recordingText(recording));
  process.stdout.write(`${slug}.${sound} ${recording.durationSeconds} s\n`);
};

const measure = async ({ slug, sound }: Piece): Promise<void> => {
  const waveform = await waveformOf(join(filesFolder, `${slug}.${sound}`));
  const { wordsSha256: words, ...recording } = await readRecording(slug);
  await writeFile(
    join(filesFolder, `${slug}.json`),
    recordingText({ ...recording, waveform, wordsSha256: words }),
  );
};

const { values, positionals: wanted } = parseArgs({
  options: { waveforms: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const isWanted = ({ slug }: { slug: string }): boolean => wanted.length === 0 || wanted.includes(slug);
const stories = (await readAudioStories()).filter(isWanted);
const histories = (await readOralHistories()).filter(isWanted);
if (values.waveforms) for (const piece of [...stories, ...histories]) await measure(piece);
else {
  for (const story of stories) {
    const parts = readParts(await readText('audio-story', story.slug));
    await make(story, parts, { narrator: story.voice, interviewer: story.voice });
  }
  for (const history of histories) {
    const parts = readParts(await readText('oral-history', history.slug));
    await make(history, parts, { narrator: history.voice, interviewer: history.interviewer });
  }
}
