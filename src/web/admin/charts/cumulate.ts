import type { ClaimsOverTimeResponse } from '#api-schema/admin.ts'

/** What there was in all when each bucket ended, after nothing at all when the first began. */
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
