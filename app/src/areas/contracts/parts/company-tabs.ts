import type { Contract } from '@paidang/api/areas/contracts'

/** The contracts with one company; those with persons stand together under one tab. */
export type CompanyTab = { key: string; text: string; contracts: Contract[] }

const PERSON_KEY = 'person'

/** The contracts divided by company in the order they come, the ones with independent coaches last. Source: specification §3 "Contract list item". */
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

/** The tab that holds the contracts with this company; the first one when there is none. */
export function tabOfCompany(tabs: readonly CompanyTab[], companyId: string | undefined): CompanyTab | undefined {
  return tabs.find(({ contracts }) => contracts.some((contract) => contract.companyId === companyId)) ?? tabs[0]
}
