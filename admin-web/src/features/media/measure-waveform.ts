import { createWaveformMeter } from '@satrangi/contracts/pure';
import { AudioSampleSink, BlobSource, Input, MP3, MP4, OGG } from 'mediabunny';

/**
 * The waveform of a recording, decoded in pieces, so that its length does not matter for the memory.
 * @returns null when this browser cannot decode it
 */
export const measureWaveform = async (file: Blob): Promise<string | null> => {
  using input = new Input({ formats: [MP3, MP4, OGG], source: new BlobSource(file) });
  const track = await input.getPrimaryAudioTrack();
  if (!track || !(await track.canDecode())) return null;
  const start = await track.getFirstTimestamp();
  const meter = createWaveformMeter((await track.computeDuration()) - start);
  for await (const sample of new AudioSampleSink(track).samples()) {
    using decoded = sample;
    for (let planeIndex = 0; planeIndex < decoded.numberOfChannels; planeIndex += 1) {
      const samples = new Float32Array(decoded.numberOfFrames);
      decoded.copyTo(samples, { planeIndex, format: 'f32-planar' });
      meter.add(samples, decoded.timestamp - start, decoded.sampleRate);
    }
  }
  return meter.waveform();
};
