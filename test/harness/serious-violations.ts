import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Lists the accessibility violations found by axe that keep somebody from using the page. */
export async function seriousViolations(page: Page): Promise<string[]> {
  // Its other mode opens a page of its own, without our content security policy.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
    )
}
