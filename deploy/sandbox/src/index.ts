export type { Knob } from './knobs.ts';
export { type Sandbox, type SandboxOptions, startSandbox } from './server.ts';
