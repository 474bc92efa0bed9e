/** Work that outlives the process. */
export type { Share } from './fair-claim.ts';
export { deliveryJobKind, jobs, type Claim, type HeldJob, type Jobs, type NewJob } from './jobs.ts';
export type { Job, JobStatus } from './schema.ts';
