import { runService } from '@satrangi/chassis';
import { virtualRun } from './service.ts';

await runService(virtualRun);
