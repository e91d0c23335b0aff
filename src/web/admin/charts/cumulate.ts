import type { ClaimsOverTimeResponse } from '#api-schema/admin.ts'

/** Sums up the buckets: zero at the beginning of the first, then the total at the end of each. */
export function cumulate({
  points,
  bucketSeconds,
}: ClaimsOverTimeResponse): ClaimsOverTimeResponse['points'] {
  const [first] = points
  if (!first) return []
  let submitted = 0
  let sent = 0
  return [
    { at: first.at, submitted, sent },
    ...points.map((point) => {
      submitted += point.submitted
      sent += point.sent
      return { at: point.at + bucketSeconds, submitted, sent }
    }),
  ]
}
