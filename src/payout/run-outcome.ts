/**
 * Tells how a run was left: done for good, to be gone on with by the next owner of the lease, or to be opened anew
 * because its sender was configured again.
 */
export type RunOutcome = 'finished' | 'interrupted' | 'reconfigured'
