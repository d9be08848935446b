import { type Browser, chromium } from '@playwright/test'

/** Without these Chromium looks for its maker's hosts at every start. */
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']

/** A Chromium that nobody sees: CHROMIUM, or the one of Playwright. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
    args: QUIET,
  })
}
