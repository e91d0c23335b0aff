import type { AdminPage } from './admin-fixture.ts'

/** Answers the question about a list as a person does: types the words that it asks for, and publishes. */
export async function publishAsked({ dialog }: Pick<AdminPage, 'dialog'>): Promise<void> {
  await dialog().getByRole('button', { name: 'Publish', exact: true }).waitFor()
  const field = dialog().getByLabel(/^Type “.+” to confirm$/)
  if ((await field.count()) > 0) {
    const label = await dialog()
      .getByText(/^Type “/)
      .textContent()
    await field.fill(/“(.+)”/.exec(label ?? '')?.[1] ?? '')
  }
  await dialog().getByRole('button', { name: 'Publish', exact: true }).click()
}
