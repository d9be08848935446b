import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** What axe finds on the page as it is. Only violations are described: the rest takes a quarter of the time. */
export function axeViolations(page: Page, runOnly: axe.RunOnly): Promise<axe.Result[]> {
  const options: axe.RunOptions = { runOnly, resultTypes: ['violations'] }
  // One evaluation loads and runs it: each screen is a new document.
  return page.evaluate<axe.Result[]>(
    `${axe.source};axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
}
