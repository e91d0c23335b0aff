import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { openAdminFixture } from '../harness/admin-fixture.ts'
import { furnish, showAdminScene } from './admin-scenes.ts'

const DEVICES: Record<string, BrowserContextOptions> = {
  'panel-desktop': { viewport: { width: 1440, height: 900 } },
  'panel-tablet': { viewport: { width: 1024, height: 768 } },
  'panel-phone': { viewport: { width: 390, height: 844 } },
}

/** Takes pictures of these scenes of the panel, on each device, light and dark. A dialog is taken as the window shows it. */
export async function takeAdminScreenshots(into: string, names: readonly string[]): Promise<void> {
  const fixture = await openAdminFixture({ holders: 80 })
  await furnish(fixture)
  for (const [device, context] of Object.entries(DEVICES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const folder = join(into, `${device}-${colorScheme}`)
      mkdirSync(folder, { recursive: true })
      for (const name of names) {
        const { page, dialog } = await showAdminScene(fixture, name, { ...context, colorScheme })
        const fullPage = (await dialog().count()) === 0
        if (fullPage) await page.evaluate('window.scrollTo(0, 0)')
        await page.screenshot({ path: join(folder, `${name}.png`), fullPage, animations: 'disabled' })
        await page.context().close()
      }
    }
  }
  await fixture.close()
}
