import { type Browser, chromium } from '@playwright/test'

/** Flags that stop Chromium from contacting its vendor's hosts at every start. */
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']

/** A headless Chromium: CHROMIUM, or the one of Playwright. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
    args: QUIET,
  })
}
