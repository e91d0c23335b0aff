import type { ClaimsOverTimeResponse } from '#api-schema/admin.ts'
import { ScrollRegion } from '#web/admin/ScrollRegion.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { bucketName } from './bucket-name.ts'

/** The numbers of the chart, newest first. */
export function ClaimsTableOverTime({ over: { points, bucketSeconds } }: { over: ClaimsOverTimeResponse }) {
  return (
    <details>
      <summary className="w-fit py-1 text-13 font-medium text-accent">Show as a table</summary>
      <ScrollRegion label="Claims over time as a table">
        <table className="w-full text-right text-13 tabular-nums">
          <thead>
            <tr className="border-b border-line text-muted">
              <th scope="col" className="py-1 text-left font-medium">
                From
              </th>
              <th scope="col" className="py-1 font-medium">
                Submitted
              </th>
              <th scope="col" className="py-1 font-medium">
                Sent
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {points.toReversed().map(({ at, submitted, sent }) => (
              <tr key={at}>
                <th scope="row" className="py-1 text-left font-normal">
                  {bucketName(at, bucketSeconds)}
                </th>
                <td className="py-1">{groupThousands(submitted)}</td>
                <td className="py-1">{groupThousands(sent)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  )
}
