import { openClaimFixture } from './harness/claim-fixture.ts'
const fixture = await openClaimFixture()
for (const [w, h, colorScheme, locale] of [[1440, 900, 'light','en-GB'], [390, 844, 'dark','de-DE']] as const) {
  const { page, claim } = await fixture.visit({ context: { viewport: { width: w, height: h }, colorScheme, locale } })
  if (locale === 'en-GB') { await claim(); await page.getByRole('button', { name: 'Save proof' }).scrollIntoViewIfNeeded() }
  else { await page.waitForTimeout(500) }
  await page.waitForTimeout(500)
  await page.screenshot({ path: `/tmp/pH-claim-${w}.png`, fullPage: true })
}
await fixture.close()
process.exit(0)
