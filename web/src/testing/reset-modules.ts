import { vi } from 'vitest';

// Test files of a worker share its packages; modules of the project start anew, because some hold state.
vi.resetModules();
