import { expect, test, vi } from 'vitest'
import { type ClientErrorReport, createErrorReporter } from './client-errors'

function given({ random = (): number => 1, fails = false } = {}) {
  const sent: ClientErrorReport[] = []
  const send = vi.fn(async (report: ClientErrorReport) => {
    if (fails) throw new Error('nobody there')
    sent.push(report)
  })
  const report = createErrorReporter({
    app: 'h5',
    version: '1.0.0',
    client: () => 'Chrome 120',
    page: () => '/pages/home/index',
    isExpected: (error) => error instanceof RangeError,
    random,
    send,
  })
  return { report, sent, send }
}

test('the first failure of each kind is reported without personal data, and a sample of the others', async () => {
  let chance = 1
  const { report, sent } = given({ random: () => chance })
  for (let n = 0; n < 3; n++) await report('script', new TypeError('no phone 13800138000'))
  await report('rejection', 'no phone 13800138001')
  expect(sent.map(({ kind, message }) => [kind, message])).toEqual([
    ['script', 'no phone …'],
    ['rejection', 'no phone …'],
  ])
  expect(sent[0]?.stack).toMatch(/^TypeError: no phone …\n/)
  chance = 0
  await report('script', new TypeError('no phone 13800138000'))
  expect(sent).toHaveLength(3)
})

test('expected failures are not reported, and one session reports at most 20', async () => {
  const { report, sent } = given()
  await report('rejection', new RangeError('a refusal'))
  expect(sent).toEqual([])
  for (let n = 0; n < 30; n++) await report('script', new Error(`fault ${n}`))
  expect(sent).toHaveLength(20)
})

test('an outage reports nothing and ends the reporting', async () => {
  const { report, send } = given({ fails: true })
  await report('script', new Error('one'))
  await report('script', new Error('two'))
  expect(send).toHaveBeenCalledTimes(1)
})
