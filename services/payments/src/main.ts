import { runService } from '@satrangi/chassis';
import { payments } from './service.ts';

await runService(payments);
