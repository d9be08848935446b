import type { Page } from '@playwright/test'
import { seen } from './class-page.ts'

/** The four-digit pick-up code that the page shows. */
export async function pickupCode(page: Page): Promise<string> {
  const text = await seen(page, /^取拍码\s*\d{4}$/).textContent()
  return /\d{4}/.exec(text ?? '')?.[0] ?? ''
}
