import { runService } from '@satrangi/chassis';
import { concierge } from './service.ts';

await runService(concierge);
