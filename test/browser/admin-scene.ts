import type { AdminDesk, AdminPage } from '../harness/admin-desk.ts'

/** Brings the panel to something that can be seen. */
export type AdminScene = (
  visit: (place?: string) => Promise<AdminPage>,
  desk: AdminDesk,
) => Promise<AdminPage>
