import { type Contract, contractStatement, contractsOfUser } from '@paidang/api/areas/money/contracts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { dayOf, formatDotDay, monthDotDay } from '@paidang/domain/kernel/day'
import type { Page } from '@playwright/test'
import { now } from '../run/clock.ts'
import { logInAs } from '../run/people.ts'
import { seen } from './class-page.ts'
import { expect, goTo, scrollToEnd, test } from './journey.ts'

const CONTRACTS = 'user/pages/user_contract/index'

/** The contracts of the player, as the player reads them. */
async function contractsOfPlayer(address: string): Promise<{ contracts: Contract[]; userId: string }> {
  const { call, logIn } = await logInAs(address, 'player')
  const { userId } = logIn.userInfo
  return { contracts: await call(contractsOfUser, { params: { userId } }), userId }
}

/** The accessible name of a contract's hours bar. */
function hoursName(contract: Contract): string {
  const { totalSessions, availableSessions, heldSessions, consumedSessions, expiredSessions } = contract
  const parts = [`可用 ${availableSessions}`, `已预占 ${heldSessions}`, `已消课 ${consumedSessions}`]
  if (expiredSessions > 0) parts.push(`已过期 ${expiredSessions}`)
  return `共 ${totalSessions} 课时，${parts.join('，')}`
}

/** Opens the tab of a contract's company, and there this contract. */
async function openContract(page: Page, contract: Contract): Promise<void> {
  await page.getByRole('tab', { name: contract.isPerson ? '个人教练' : contract.company.companyName }).click()
  await expect(page.getByRole('img', { name: /^共 .+ 课时，/ })).toBeVisible()
  const bar = page.getByRole('img', { name: hoursName(contract), exact: true })
  if (!(await bar.isVisible())) {
    const { expiryDate } = contract
    const isThisYear = expiryDate.slice(0, 4) === dayOf(now()).slice(0, 4)
    const end = `${isThisYear ? monthDotDay(expiryDate) : formatDotDay(expiryDate)} 到期`
    await page
      .getByRole('button', { name: new RegExp(`^看合同 ${contract.courseDesign.courseName}，.*${end}$`) })
      .click()
  }
  await expect(bar).toBeVisible()
}

test('the hours of every contract add up to its total, including the expired ones', async ({ openAs, server }) => {
  const { address } = server.current
  const { contracts } = await contractsOfPlayer(address)
  expect(contracts.some(({ expiredSessions }) => expiredSessions > 0)).toBe(true)
  const page = await openAs('player')
  await goTo(page, address, CONTRACTS)
  for (const contract of contracts) {
    const { totalSessions, availableSessions, heldSessions, consumedSessions, expiredSessions } = contract
    expect(availableSessions + heldSessions + consumedSessions + expiredSessions).toBe(totalSessions)
    await openContract(page, contract)
  }
})

test('the statement shows every movement, page by page, and leads to the class behind it', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const { contracts } = await contractsOfPlayer(address)
  const { call } = await logInAs(address, 'player')
  const counted = await Promise.all(
    contracts.map(async (contract) => ({
      contract,
      ...(await call(contractStatement, { params: { id: contract.id }, query: { current: 1, rows: 1 } })),
    })),
  )
  const longest = counted.reduce((a, b) => (b.total > a.total ? b : a))
  expect(longest.total).toBeGreaterThan(10)

  const page = await openAs('player')
  await goTo(page, address, CONTRACTS)
  await openContract(page, longest.contract)
  const rows = page.getByRole('listitem')
  await expect(rows).toHaveCount(10)
  for (let shown = 10; shown < longest.total; shown += 10) {
    await scrollToEnd(page)
    await expect(rows).toHaveCount(Math.min(shown + 10, longest.total))
  }
  await expect(page.getByText('没有更多数据了')).toBeVisible()
  await expect(rows.last()).toContainText(/购入 .+ 课时/)

  await page.getByRole('button', { name: '筛选流水，现在是全部' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: '消课' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: /预占 |购入/ })).toHaveCount(0)
  await expect(rows.first()).toContainText('由预占转入')

  await page
    .getByRole('button', { name: /^消课，.*看这节课$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/booking_view\/index\?invitationId=\d+/)
  await expect(page.getByText('已完成').last()).toBeVisible()
})

test('a contract near its end shows the remaining days', async ({ openAs, server }) => {
  const { address } = server.current
  const { contracts } = await contractsOfPlayer(address)
  const soon = contracts.find(
    ({ contractStatus, expiryDate }) =>
      contractStatus === 1 && Date.parse(`${expiryDate}T00:00:00+08:00`) - now().getTime() < 14 * 86_400_000,
  )
  if (!soon) throw new Error('no contract of the player ends soon')
  const page = await openAs('player')
  await goTo(page, address, `${CONTRACTS}?companyId=${soon.companyId}`)
  await openContract(page, soon)
  await expect(seen(page, /^(还有 \d+ 天到期|今天到期)$/)).toBeVisible()
})

test('a coach reads the same statement of their student; an unrelated coach reads nothing', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const { userId } = await contractsOfPlayer(address)
  const own = await logInAs(address, 'coach')
  const [taught] = await own.call(contractsOfUser, { params: { userId } })
  if (!taught) throw new Error('the coach teaches the player nothing')
  const { rows } = await own.call(contractStatement, { params: { id: taught.id }, query: { current: 1, rows: 10 } })

  const coach = await openAs('coach')
  await goTo(coach, address, `${CONTRACTS}?userId=${userId}`)
  await expect(coach.getByRole('heading', { name: '学员合同', level: 1 }).last()).toBeVisible()
  await expect(coach.getByRole('heading', { name: '林知夏' })).toBeVisible()
  await openContract(coach, taught)
  await expect(coach.getByRole('listitem')).toHaveCount(rows.length)

  const { coachName, student } = await strangers(address)
  const stranger = await openAs(coachName)
  await goTo(stranger, address, `${CONTRACTS}?userId=${student.userId}`)
  await expect(stranger.getByText('仅学员的教练可见')).toBeVisible()
  await expect(stranger.getByText(student.nickname)).toHaveCount(0)
})

/** A coach of the demo world and a player who is not their student. */
async function strangers(address: string) {
  for (const playerName of ['player', 'player2', 'player3']) {
    const student = (await logInAs(address, playerName)).logIn.userInfo
    for (const coachName of ['solo', 'coach3', 'coach2', 'coach']) {
      const { call } = await logInAs(address, coachName)
      const isStranger = await call(contractsOfUser, { params: { userId: student.userId } }).then(
        () => false,
        (error) => error instanceof ApiError && error.code === 'data_of_others',
      )
      if (isStranger) return { coachName, student }
    }
  }
  throw new Error('every coach has every player as a student')
}
