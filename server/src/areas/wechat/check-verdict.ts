import type { ContentVerdict } from '@paidang/domain/areas/content/content'

/** What WeChat's words for the outcome of a check mean; what it does not clearly pass or refuse a person has to look at. */
export function verdictOf({ suggest, label }: { suggest: string; label: number | string }): ContentVerdict {
  if (suggest === 'pass') return { verdict: 'passed' }
  return suggest === 'risky' ? { verdict: 'rejected', label: Number(label) } : { verdict: 'undecided' }
}
