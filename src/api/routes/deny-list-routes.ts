import { ok, type Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import {
  allowAddress,
  denyAddress,
  importDenyList,
  listDenied,
  MAX_DENY_LIST_BYTES,
} from '#app/deny-list/deny-list.ts'

/** Serves the list of addresses that are paid nothing. */
export function serveDenyList(serve: Serve, app: AppContext): void {
  const { list, add, remove, upload } = endpoints.denyList
  serve(list, ({ query }) => listDenied(app, query))
  serve(add, ({ body }) => ok(denyAddress(app, body)))
  serve(remove, ({ body }) => ok(allowAddress(app, body.address)))
  serve(upload, async ({ readFile }) => {
    await using file = await readFile(MAX_DENY_LIST_BYTES)
    return await importDenyList(app, file)
  })
}
