import { assertSound } from '#app/allocations/question-list.ts'
import {
  type AllocationFile,
  type ImportedAllocations,
  publishList,
  withStagedList,
} from '#app/allocations/stage-list.ts'
import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'

/** Makes a file the holder list in force, whatever it is: as a fixture takes it, nobody is asked. */
export function importAllocations(app: AppContext, file: AllocationFile): Promise<ImportedAllocations> {
  return app.imports(() =>
    withStagedList(app, file, {}, async (list) => {
      const { problemCount, problems } = list.summary
      if (problemCount > 0)
        throw new PortalError('invalid_allocation_file', { problems: problemCount }, problems)
      assertSound(app, list)
      const published = await publishList(app, list, {})
      if (typeof published === 'string') throw new Error(`The list was not published: ${published}`)
      return published
    }),
  )
}
