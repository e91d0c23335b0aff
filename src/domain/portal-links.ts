/** Where the project says more about the migration; null where it has no such page. */
export interface PortalLinks {
  site: string | null
  terms: string | null
  support: string | null
  announcement: string | null
}
