import { laidOver, SAMPLE_RATE, type Sound, silence } from './sound.ts';

/** Noise that is the same on every machine. */
const noise = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x8000_0000 - 1;
  };
};

/** A plucked string (Karplus and Strong): noise in a delay line with a low-pass filter at every round. */
const pluck = (hertz: number, seconds: number): Sound => {
  const random = noise(Math.round(hertz * 100));
  const line = Float32Array.from({ length: Math.round(SAMPLE_RATE / hertz) }, random);
  const total = Math.round(seconds * SAMPLE_RATE);
  return Float32Array.from({ length: total }, (_, index) => {
    const at = index % line.length;
    const next = (at + 1) % line.length;
    const sample = line[at] ?? 0;
    line[at] = 0.9972 * 0.5 * (sample + (line[next] ?? 0));
    const fadeOut = Math.min(1, (total - index) / (0.4 * SAMPLE_RATE));
    return sample * fadeOut;
  });
};

/** A note: steps of a scale above the ground note, which is 1; and when it is plucked. */
export type Note = { readonly step: number; readonly at: number; readonly loud: number };

const GROUND_HERTZ = 138.6;
/** Bhupali, a scale of five notes that sound consonant in any order. */
const scale = [1, 9 / 8, 5 / 4, 3 / 2, 5 / 3];

const hertzOf = (step: number): number => {
  const octave = Math.floor(step / scale.length);
  return GROUND_HERTZ * 2 ** octave * (scale[step - octave * scale.length] ?? 1);
};

export const played = (notes: readonly Note[], ringSeconds: number): Sound =>
  notes.reduce<Sound>(
    (sound, { step, at, loud }) => laidOver(sound, pluck(hertzOf(step), ringSeconds), at, loud),
    silence(0),
  );

/** Four open strings, as a drone begins: before a story. */
export const opening = (): Sound =>
  played(
    [
      { step: -2, at: 0, loud: 0.22 },
      { step: 0, at: 0.55, loud: 0.22 },
      { step: 5, at: 1.1, loud: 0.16 },
      { step: 0, at: 1.65, loud: 0.22 },
    ],
    2.6,
  );

/** Two notes, falling: between parts. */
export const interval = (): Sound =>
  played(
    [
      { step: 3, at: 0, loud: 0.16 },
      { step: 0, at: 0.45, loud: 0.2 },
    ],
    1.9,
  );

/** A drone with a slow generated melody; `seed` selects the melody. */
export const underFilm = (seconds: number, seed: number): Sound => {
  const random = noise(seed);
  const notes: Note[] = [];
  let step = 5;
  for (let at = 0; at < seconds - 2.5; at += 0.8) {
    const beat = Math.round(at / 0.8);
    if (beat % 4 === 0) notes.push({ step: 0, at, loud: 0.2 });
    if (beat % 4 === 2) notes.push({ step: -2, at, loud: 0.16 });
    if (beat > 2 && random() > -0.3) {
      step = Math.max(3, Math.min(10, step + Math.round(random() * 2.4)));
      notes.push({ step, at: at + 0.02, loud: 0.15 });
    }
  }
  return played(notes, 2.6);
};
