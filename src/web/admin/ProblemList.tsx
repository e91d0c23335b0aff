import type { ErrorResponse } from '#api-schema/error.ts'
import { Notice } from '#web/ui/basics.tsx'
import { ScrollRegion } from './PagedTable.tsx'

interface ProblemListProps {
  sentence: string
  problems: NonNullable<ErrorResponse['details']>
}

/** The problems of a file, row by row. */
export function ProblemList({ sentence, problems }: ProblemListProps) {
  return (
    <Notice tone="error" title="Upload Failed">
      <p>{sentence}</p>
      {problems.length > 0 && (
        <ScrollRegion label="Problems by row">
          <table className="w-full text-left text-13">
            <thead>
              <tr className="text-muted">
                <th className="py-1 pr-4 font-medium">Where</th>
                <th className="py-1 font-medium">Problem</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line align-top">
              {problems.map(({ where, problem }) => (
                <tr key={`${where} ${problem}`}>
                  <td className="py-1 pr-4 font-mono whitespace-nowrap">{where}</td>
                  <td className="py-1 [overflow-wrap:anywhere]">{problem}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Notice>
  )
}
