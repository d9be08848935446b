import { getCoachView } from '@paidang/api/areas/people/profile'
import { openAnalytics } from '@paidang/api/areas/views/analytics'
import type { Page } from '@playwright/test'
import { logInAs, PASSWORD, type StaffName } from './people.ts'

/** Somebody who works in the console; `company` is the admin of the demo's club. */
export type ConsoleName = StaffName | 'company'

/** Logs somebody in to the console; the admin of a company by the link that he makes in the app. */
export async function openConsole(page: Page, address: string, staff: ConsoleName): Promise<void> {
  if (staff === 'company') {
    await page.goto(address + (await analyticsLink(address)))
  } else {
    await page.goto(`${address}/console/login`)
    await page.getByLabel('账号').fill(staff)
    await page.getByLabel('密码').fill(PASSWORD)
    await page.getByRole('button', { name: '登录' }).click()
  }
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
}

/** The link with which the demo's company admin opens the console once. */
async function analyticsLink(address: string): Promise<string> {
  const { call, logIn } = await logInAs(address, 'coach')
  const { companies } = await call(getCoachView, { params: { id: logIn.userInfo.userId } })
  const own = companies.find(({ isAdmin, isPerson }) => isAdmin && !isPerson)
  if (!own) throw new Error('the coach of the demo world is no admin')
  return (await call(openAnalytics, { body: { companyId: own.id } })).path
}

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
