import { BackgroundThread } from '../process/background-thread.ts'
import { FairQueue } from '../process/fair-queue.ts'

/**
 * One picture of a process at a time. One address may serve many people who look at one chat.
 * Source: decision record 027
 */
const queue = new FairQueue({
  atOnce: 1,
  perAccount: 1,
  waitingPerAccount: 20,
  waiting: 100,
  refusal: 'requests_too_many',
})
const thread = new BackgroundThread(new URL('./picture-thread.ts', import.meta.url))

/**
 * Draws an SVG as a PNG of its own size, in a separate thread. It uses only the bundled fonts, so the result is the
 * same on every machine. `account` is the account that requests it; accounts take turns.
 *
 * @throws ApiError requests_too_many, server_busy
 */
export async function renderPng(svg: string, account: string): Promise<Buffer> {
  return Buffer.from((await queue.run(account, () => thread.run(svg))) as Uint8Array)
}
