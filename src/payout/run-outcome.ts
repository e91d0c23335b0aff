/**
 * Tells how a run was left: done for good, to be gone on with by the next owner of the lease, or to be opened anew
 * because its sender was configured again.
 */
export type RunOutcome = 'finished' | 'interrupted' | 'reconfigured'

/** The state and the message that a run ends with, once nothing of it is under way. */
export type RunEnding = { state: 'stopped' | 'failed'; message: string | null }
