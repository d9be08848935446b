import { expect, test } from 'vitest'
import { resultOf } from './reconcile-pages'

const run = {
  id: '1',
  day: '2026-05-01',
  requestedBy: null,
  toCompare: 9,
  compared: 9,
  findings: 0,
  openFindings: 0,
  createTime: '',
  endTime: null,
}

test.each([
  ['that there is nothing is said plainly', { state: 'DONE' as const }, '共 9 笔，无差异'],
  ['how far it is', { state: 'RUNNING' as const, compared: 4 }, '已核对 4 / 9 笔'],
  ['what is open', { state: 'DONE' as const, findings: 3, openFindings: 1 }, '3 处差异，1 处待处理'],
  ['what was settled', { state: 'DONE' as const, findings: 3 }, '3 处差异，均已一致'],
  ['that it failed', { state: 'FAILED' as const }, '支付方多次无法查询，请稍后重新对账'],
])('%s', (_case, over, words) => {
  expect(resultOf({ ...run, ...over })).toBe(words)
})
