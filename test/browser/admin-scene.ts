import type { AdminFixture, AdminPage } from '../harness/admin-fixture.ts'

/** Brings the panel into a state to be shown. */
export type AdminScene = (
  visit: (place?: string) => Promise<AdminPage>,
  fixture: AdminFixture,
) => Promise<AdminPage>
