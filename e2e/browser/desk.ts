import type { Page } from '@playwright/test'
import { type ConsoleName, openConsole } from '../run/console.ts'

/** A desk, for which the console is drawn; the app stands beside it in a browser as well. */
export const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false }

type OpenAs = (username?: string) => Promise<Page>

/** Somebody of the staff at their desk, logged in, with nothing opened; the admin of a company comes by a link from the app. */
export async function atDesk(openAs: OpenAs, address: string, who: ConsoleName): Promise<Page> {
  return who === 'company' ? comeToDesk(openAs, address, who) : openAs(who)
}

/** Somebody of the staff who logs in on the screen, as a person would. */
export async function comeToDesk(openAs: OpenAs, address: string, who: ConsoleName): Promise<Page> {
  const page = await openAs()
  await openConsole(page, address, who)
  return page
}
