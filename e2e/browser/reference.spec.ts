import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

/** Calls an operation on the page, and returns the part that shows its answer. */
async function callOnPage(page: Page, { tag, name, body }: { tag: string; name: string; body?: object }) {
  await page.locator(`#operations-tag-${tag}`).click()
  const operation = page.locator(`#operations-${tag}-${name}`)
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  if (body) await operation.locator('textarea').first().fill(JSON.stringify(body))
  await operation.getByRole('button', { name: 'Execute' }).click()
  return operation.locator('.live-responses-table')
}

test('who logs in on the page of the reference calls with that token, under the policy of all pages', async ({
  openAs,
  server,
}) => {
  const page = await openAs()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(`${server.current.address}/aaapi/docs`)
  const body = { username: 'player', password: 'demo1234' }
  await expect(await callOnPage(page, { tag: 'auth', name: 'h5Login', body })).toContainText('"success": true')
  await expect(await callOnPage(page, { tag: 'accounts', name: 'readAccount' })).toContainText('"username": "player"')
  expect(complaints).toEqual([])
})
