import { runService } from '@satrangi/chassis';
import { library } from './service.ts';

await runService(library);
