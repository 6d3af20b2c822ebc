export { isLoopback, newPassword } from './control/require-password.ts';
export { SANDBOX_CLIENT_ID } from './google/google-tokens.ts';
export type { Knob } from './knobs.ts';
export { type ObjectStore, startObjectStore } from './s3/start-object-store.ts';
export { type Sandbox, type SandboxOptions, startSandbox, startSandboxWithoutShop } from './server.ts';
