import type { Contract } from '@paidang/api/areas/money/contracts'
import { CONTRACT_STATUS, hourPriceText, lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { dayOf, daysBetween, formatDotDay } from '@paidang/domain/kernel/day'
import type { TagKind } from '../../../../ui/tag'

/** A contract that ends within this number of days shows the days left. Source: ux specification "合同与课时". */
const ENDS_SOON_DAYS = 14

/** The facts below the course's name: 20 课时, ¥380 / 课时, 2027.03.31 到期. */
export function contractFacts(contract: Contract): string[] {
  const { totalSessions, expiryDate } = contract
  const price = `${hourPriceText(contract)} / 课时`
  return [`${lessonHoursText(totalSessions)} 课时`, price, `${formatDotDay(expiryDate)} 到期`]
}

/** The status of a contract: corrected, paid back, active, ending within 14 days with the days left, used up or expired. */
export function contractTag(
  contract: Pick<Contract, 'contractStatus' | 'expiryDate' | 'refundedAt' | 'isCorrected'>,
  now: Date,
): { text: string; kind: TagKind } {
  if (contract.isCorrected) return { text: '已冲正', kind: 'mute' }
  if (contract.refundedAt) return { text: '已退课', kind: 'mute' }
  const left = daysBetween(dayOf(now), contract.expiryDate)
  const isUsedUp = contract.contractStatus === CONTRACT_STATUS.USED_UP
  // Its last day may have passed since it was read.
  if (contract.contractStatus === CONTRACT_STATUS.EXPIRED || (left < 0 && !isUsedUp))
    return { text: '已过期', kind: 'mute' }
  if (isUsedUp) return { text: '已用完', kind: 'mute' }
  if (left > ENDS_SOON_DAYS) return { text: '生效中', kind: 'lime' }
  return { text: left === 0 ? '今天到期' : `还有 ${left} 天到期`, kind: 'wait' }
}

/** The hours by state; they add up to the total. Expired hours are listed only if there are any. */
export function contractHours(contract: Contract): { name: string; value: string }[] {
  const parts = [
    { name: '可用', hours: contract.availableSessions },
    { name: '已预占', hours: contract.heldSessions },
    { name: '已消课', hours: contract.consumedSessions },
    ...(contract.expiredSessions > 0 ? [{ name: '已过期', hours: contract.expiredSessions }] : []),
  ]
  return parts.map(({ name, hours }) => ({ name, value: lessonHoursText(hours) }))
}

/** The contracts with one company. Those with independent coaches share one tab. */
export type CompanyTab = { key: string; text: string; contracts: Contract[] }

const PERSON_KEY = 'person'

/**
 * Groups the contracts by company in the given order, those with independent coaches last. Source: specification §3
 * "Contract list item".
 */
export function companyTabs(contracts: readonly Contract[]): CompanyTab[] {
  const tabs = new Map<string, CompanyTab>()
  for (const contract of contracts) {
    const key = contract.isPerson ? PERSON_KEY : contract.companyId
    const text = contract.isPerson ? '个人教练' : contract.company.companyName
    const tab = tabs.get(key) ?? { key, text, contracts: [] }
    tab.contracts.push(contract)
    tabs.set(key, tab)
  }
  const all = [...tabs.values()]
  return [...all.filter(({ key }) => key !== PERSON_KEY), ...all.filter(({ key }) => key === PERSON_KEY)]
}

/** The tab of contracts with this company; the first tab if there is none. */
export function tabOfCompany(
  tabs: readonly CompanyTab[],
  companyId: string | undefined,
  contractId?: string,
): CompanyTab | undefined {
  const isIt = (one: Contract) => one.companyId === companyId || one.id === contractId
  return tabs.find(({ contracts }) => contracts.some(isIt)) ?? tabs[0]
}
