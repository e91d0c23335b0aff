/** The chain, the node or what was given contradicts itself: no list is written. The message is for a person. */
export class SnapshotError extends Error {
  override name = 'SnapshotError'
}
