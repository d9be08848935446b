import { expect, type Page, type Request } from '@playwright/test'

/**
 * Opens an address in a new document, and waits until its requests have ended. That is: no request is open, and none
 * has followed two frames later. `networkidle` would wait half a second more on each page.
 */
export async function openSettled(page: Page, address: string): Promise<void> {
  const open = new Set<Request>()
  const onBegin = (request: Request) => open.add(request)
  const onEnd = (request: Request) => open.delete(request)
  await leaveDocument(page, address)
  page.on('request', onBegin).on('requestfinished', onEnd).on('requestfailed', onEnd)
  await page.goto(address)
  await expect(async () => {
    expect([...open].map((request) => request.url())).toEqual([])
    await twoFrames(page)
    expect(open.size).toBe(0)
  }).toPass({ intervals: [20] })
  page.off('request', onBegin).off('requestfinished', onEnd).off('requestfailed', onEnd)
}

/**
 * Leaves the document for a small one of the same server. Within one document only the fragment would change, and nothing
 * would be loaded. A foreign one would end the process, with all that it has compiled.
 */
export async function leaveDocument(page: Page, address: string): Promise<void> {
  await page.goto(new URL('/healthz', address).href)
}

/** Waits two frames, so that present changes of the page are drawn. */
export async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
