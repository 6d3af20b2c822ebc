/** Unencoded sound: mono samples between -1 and 1, 22,050 per second. */
export const SAMPLE_RATE = 22_050;
export type Sound = Float32Array;

export const secondsOf = (sound: Sound): number => sound.length / SAMPLE_RATE;

export const silence = (seconds: number): Sound => new Float32Array(Math.round(seconds * SAMPLE_RATE));

export const joined = (sounds: readonly Sound[]): Sound => {
  const whole = new Float32Array(sounds.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const sound of sounds) {
    whole.set(sound, at);
    at += sound.length;
  }
  return whole;
};

/** Mixes the second sound into the first from a given second on. */
export const laidOver = (under: Sound, over: Sound, fromSeconds: number, gain: number): Sound => {
  const from = Math.round(fromSeconds * SAMPLE_RATE);
  const mixed = new Float32Array(Math.max(under.length, from + over.length));
  mixed.set(under);
  over.forEach((sample, index) => {
    mixed[from + index] = (mixed[from + index] ?? 0) + sample * gain;
  });
  return mixed;
};

/** Trims silence at both ends. */
export const trimmed = (sound: Sound): Sound => {
  const loud = (sample: number): boolean => Math.abs(sample) > 0.004;
  const first = sound.findIndex(loud);
  return first < 0 ? new Float32Array(0) : sound.slice(first, sound.findLastIndex(loud) + 1);
};

/** Sixteen-bit little-endian samples, for pipes between programs. */
export const pcmOf = (sound: Sound): Buffer => {
  const pcm = Buffer.alloc(sound.length * 2);
  sound.forEach((sample, index) => {
    pcm.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), index * 2);
  });
  return pcm;
};

export const soundOfPcm = (pcm: Buffer): Sound =>
  Float32Array.from(
    { length: Math.floor(pcm.length / 2) },
    (_, index) => pcm.readInt16LE(index * 2) / 32_768,
  );
