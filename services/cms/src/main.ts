import { runService } from '@satrangi/chassis';
import { cms } from './service.ts';

await runService(cms);
