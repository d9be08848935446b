import type { Page } from '@playwright/test'
import { type ConsoleName, openConsole } from '../run/console.ts'

/** A desk, for which the console is drawn; the app stands beside it in a browser as well. A press that finds nothing fails by itself. */
export const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false, actionTimeout: 15_000 }

/** Somebody of the staff at his desk. */
export async function atDesk(
  openAs: (username?: string) => Promise<Page>,
  address: string,
  who: ConsoleName,
): Promise<Page> {
  const page = await openAs()
  await openConsole(page, address, who)
  return page
}
