/** A service with the chassis only: no endpoint, event or collection of its own. Other services are compared with it. */
import { defineService, runService } from '@satrangi/chassis';
import { z } from 'zod';

// a name of the table, for the tokens of other services; its database and queues have a suffix of their own
await runService(defineService({ name: 'concierge', config: z.object({}), build: () => ({ apis: [] }) }));
