const DAY_SECONDS = 86_400

/** Names a bucket by its beginning: with the hour only where it is shorter than a day. */
export function bucketName(at: number, bucketSeconds: number): string {
  const date = new Date(at * 1000)
  const day = { day: 'numeric', month: 'short' } as const
  return bucketSeconds < DAY_SECONDS
    ? date.toLocaleString(undefined, { ...day, hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString(undefined, day)
}
