import { ok, type Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { discardUpload, publishUpload } from '#app/allocations/publish-upload.ts'
import { reloadAllocations } from '#app/allocations/reload-allocations.ts'
import { differenceOf, listVersions, restoreList } from '#app/allocations/restore-list.ts'
import { uploadAllocations } from '#app/allocations/upload-allocations.ts'
import type { AppContext } from '#app/app-context.ts'
import { toEpochSecondsOrNull } from '#app/epoch-seconds.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'

/** Serves what publishes holder lists, and the versions of them. */
export function serveLists(serve: Serve, app: AppContext): void {
  const { admin, lists } = endpoints

  serve(admin.upload, async ({ readFile, query }) => {
    await using file = await readFile()
    return await uploadAllocations(app, file, query.publish)
  })
  serve(admin.reloadAllocations, ({ query }) => reloadAllocations(app, query.publish))

  serve(lists.publishUpload, ({ params, body }) => publishUpload(app, params.uploadId, body))
  serve(lists.discardUpload, ({ params }) => ok(discardUpload(app, params.uploadId)))
  serve(lists.restore, ({ params, query }) => restoreList(app, Number(params.id), query.publish))
  serve(lists.difference, ({ params }) => differenceOf(app, Number(params.id), Number(params.other)))
  serve(lists.lists, async ({ query }) => {
    const { versions, nextCursor } = await listVersions(app, query)
    return {
      lists: versions.map(({ version, isKept }) => ({
        id: version.id,
        state: version.state === 'published' ? ('published' as const) : ('superseded' as const),
        fileName: version.fileName,
        fileHash: version.fileHash,
        root: version.root,
        count: version.addressCount,
        totalAmountUA: formatDecimalUnits(version.totalWei, app.settings.coinDecimals),
        publishedAt: toEpochSecondsOrNull(version.publishedAtMs),
        isKept,
        unseenWarnings: [...(version.unseenWarnings ?? [])],
      })),
      nextCursor,
    }
  })
}
