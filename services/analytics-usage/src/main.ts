import { runService } from '@satrangi/chassis';
import { analyticsUsage } from './service.ts';

await runService(analyticsUsage);
