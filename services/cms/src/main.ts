import { setFlagsFromString } from 'node:v8';
import { runService } from '@satrangi/chassis';
import { cms } from './service.ts';

// The old generation is collected when it has grown by this share, not by a multiple: mails on their way outlive the young
// generation, and a letter to 100,000 readers would grow the process by 150 MB of garbage (decision 0086).
setFlagsFromString('--heap-growing-percent=30');

await runService(cms);
