import { runService } from '@satrangi/chassis';
import { identity } from './service.ts';

await runService(identity);
