import type { Page } from '@playwright/test'
import { seen } from './class-page.ts'

/** The four digits that the page shows for the racket to be fetched with. */
export async function pickupCode(page: Page): Promise<string> {
  const text = await seen(page, /^取拍码\s*\d{4}$/).textContent()
  return /\d{4}/.exec(text ?? '')?.[0] ?? ''
}
