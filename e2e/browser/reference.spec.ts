import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

/** Calls an operation on the page, and returns the part of that operation. */
async function callOnPage(page: Page, { tag, name, body }: { tag: string; name: string; body?: object }) {
  await page.locator(`#operations-tag-${tag}`).click()
  const operation = page.locator(`#operations-${tag}-${name}`)
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  if (body) await operation.locator('textarea').first().fill(JSON.stringify(body))
  await operation.getByRole('button', { name: 'Execute' }).click()
  return operation
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
  const login = await callOnPage(page, { tag: 'auth', name: 'h5Login', body })
  await expect(login.locator('.live-responses-table')).toContainText('"success": true')
  // Its references are in place: what it answers, and its own refusals.
  await expect(login.locator('tr[data-code="200"] .example')).toContainText('"refreshToken": "string"')
  await expect(login.locator('tr[data-code="400"] .example')).toContainText('"code": "account_closed"')
  await expect(login.locator('tr[data-code="400"] .example')).toContainText('"success": false')
  const account = await callOnPage(page, { tag: 'accounts', name: 'readAccount' })
  await expect(account.locator('.live-responses-table')).toContainText('"username": "player"')
  expect(complaints).toEqual([])
})
