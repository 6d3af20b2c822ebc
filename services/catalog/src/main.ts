import { runService } from '@satrangi/chassis';
import { catalog } from './service.ts';

await runService(catalog);
