import type { Contract } from '@paidang/api/areas/money/contracts'

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
export function tabOfCompany(tabs: readonly CompanyTab[], companyId: string | undefined): CompanyTab | undefined {
  return tabs.find(({ contracts }) => contracts.some((contract) => contract.companyId === companyId)) ?? tabs[0]
}
