import { creditsOf } from '../../lib/credits.ts';
import { keptItem } from '../../lib/kept/kept-sound.ts';
import { audio } from './audio.ts';
import { toAudioTitle } from './to-audio-title.ts';

/** Plays a recording that this device keeps, from where it stopped. */
export const playKept = async (id: string): Promise<void> => {
  const item = await keptItem(id);
  if (item) await audio.open(toAudioTitle(item, creditsOf(item)));
};
