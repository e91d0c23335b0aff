import type { AdminFixture, AdminPage } from '../harness/admin-fixture.ts'

/** Brings the panel to something that can be seen. */
export type AdminScene = (
  visit: (place?: string) => Promise<AdminPage>,
  fixture: AdminFixture,
) => Promise<AdminPage>
