import { adminEndpoints } from './admin-endpoints.ts'
import { bulkSenderEndpoints } from './bulk-sender.ts'
import { publicEndpoints } from './claims.ts'
import { denyListEndpoints } from './deny-list.ts'
import type { Endpoint } from './endpoint.ts'
import { ledgerEndpoints } from './ledger.ts'
import { listEndpoints } from './lists.ts'
import { standaloneSenderEndpoints } from './standalone-sender.ts'

/** Every endpoint of the API, once. Server, page, rehearsal and tests use these objects, and write no path of their own. */
export const endpoints = {
  public: publicEndpoints,
  admin: adminEndpoints,
  ledger: ledgerEndpoints,
  lists: listEndpoints,
  denyList: denyListEndpoints,
  bulkSender: bulkSenderEndpoints,
  standaloneSender: standaloneSenderEndpoints,
} satisfies Record<string, Record<string, Endpoint>>

/** The same as a list. */
export const ALL_ENDPOINTS: readonly Endpoint[] = Object.values(endpoints).flatMap((group) =>
  Object.values<Endpoint>(group),
)
