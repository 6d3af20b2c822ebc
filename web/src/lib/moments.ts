import { api } from './api.ts';
import { keepPlace, newest, type PlaceKeeper, placeKey, type Timed } from './keep-place.ts';
import { session } from './session.ts';
import { kept } from './store.ts';

/** The formats whose place is a moment; some archives are sound too. */
export type SoundFormat = 'audio' | 'video' | 'archive';

/** Where somebody is in a recording; both in seconds. */
export type Moment = Timed & { readonly seconds: number; readonly duration: number };

/** Somebody who comes back hears the last words again. */
const REWIND_S = 5;
/** This close to the end a recording was heard to its end. */
const END_S = 15;

export const readMoment = (text: string | null): Moment | null => {
  try {
    const said: unknown = JSON.parse(text ?? 'null');
    if (typeof said !== 'object' || said === null) return null;
    const { seconds, duration, at } = said as Partial<Record<keyof Moment, unknown>>;
    return typeof seconds === 'number' && typeof duration === 'number' && typeof at === 'string'
      ? { seconds, duration, at }
      : null;
  } catch {
    return null;
  }
};

/** Where to go on: 5 s before where somebody left off; from the start when they had heard it all. */
export const resumeAt = (moment: Pick<Moment, 'seconds' | 'duration'> | null): number => {
  if (!moment || moment.seconds > moment.duration - END_S) return 0;
  return Math.max(0, moment.seconds - REWIND_S);
};

/** Where somebody left off: in this browser or on another device, whichever was later. */
export const findMoment = async (id: string): Promise<Moment | null> => {
  const here = readMoment(kept.read(placeKey(id)));
  if (!session.get()) return here;
  const { progress } = await api.library
    .getProgress({ params: { mediaId: id } })
    .catch(() => ({ progress: null }));
  return newest(here, progress && 'seconds' in progress ? progress : null);
};

/** Keeps the moment in this browser and on the server, for whoever is signed in now and for nobody who comes later. */
export const momentKeeper = (id: string, format: SoundFormat): PlaceKeeper<Moment> => {
  const key = placeKey(id);
  const mine = session.get()?.userId;
  return keepPlace<Moment>({
    write: (moment) => kept.write(key, JSON.stringify(moment)),
    say: async (moment) => {
      if (!mine || session.get()?.userId !== mine) return;
      await api.library.putProgress({ params: { mediaId: id }, body: { format, ...moment } });
    },
  });
};
