import type { ContentVerdict } from '@paidang/domain/areas/content/content'

/** Maps WeChat's result of a check to a verdict. Anything other than a clear pass or refusal needs an operator. */
export function verdictOf({ suggest, label }: { suggest: string; label: number | string }): ContentVerdict {
  if (suggest === 'pass') return { verdict: 'passed' }
  return suggest === 'risky' ? { verdict: 'rejected', label: Number(label) } : { verdict: 'undecided' }
}
