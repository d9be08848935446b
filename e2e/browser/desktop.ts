import type { Page } from '@playwright/test'
import { type ConsoleName, openConsole } from '../run/console.ts'

/** A desktop browser, for which the console is designed. The app is opened in it too. */
export const DESKTOP = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false }

type OpenAs = (username?: string) => Promise<Page>

/** A logged-in staff member at a desktop, with no page open. The admin of a company comes by a link from the app. */
export async function onDesktop(openAs: OpenAs, address: string, who: ConsoleName): Promise<Page> {
  return who === 'company' ? openOnDesktop(openAs, address, who) : openAs(who)
}

/** A staff member who logs in on the screen, as a person does. */
export async function openOnDesktop(openAs: OpenAs, address: string, who: ConsoleName): Promise<Page> {
  const page = await openAs()
  await openConsole(page, address, who)
  return page
}
