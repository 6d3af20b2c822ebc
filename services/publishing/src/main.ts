import { runService } from '@satrangi/chassis';
import { publishing } from './service.ts';

await runService(publishing);
