import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Console } from '../../../console'
import { draw, fill, refused } from '../../../testing/draw'
import { SecondFactorPage } from './second-factor-page'

const READ = 'GET /staff/factor'
const BEGIN = 'POST /staff/factor/begin'
const CONFIRM = 'POST /staff/factor/confirm'
const none = { data: { since: null, recoveryCodesLeft: 0, isDemanded: false } }
const active = { data: { since: '2026-11-01T04:00:00.000Z', recoveryCodesLeft: 9, isDemanded: true } }
const begun = {
  data: { secret: 'GEZDGNBVGY3TQOJQ', address: 'otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ', ticket: 'sealed' },
}
const codes = { data: { recoveryCodes: ['abcde-fghjk', 'mnpqr-stuvw'] } }

/** Begins, and sends the input. */
async function setUp(code: string, password: string) {
  await userEvent.click(await screen.findByRole('button', { name: '开始设置' }))
  fill([await screen.findByLabelText('身份验证器上的 6 位数字'), code], [screen.getByLabelText('登录密码'), password])
  await userEvent.click(screen.getByRole('button', { name: '开启' }))
}

test('a user who has to set it up sees nothing else, and continues after saving the codes', async () => {
  const { writes, address } = draw(<Console />, {
    at: '/approvals',
    staff: { needsFactor: true },
    answers: { [READ]: none, [BEGIN]: begun, [CONFIRM]: codes },
  })
  expect(await screen.findByText('运营账号需要先开启两步验证，才能使用工作台')).toBeTruthy()
  expect(address()).toBe('/second-factor')
  expect(screen.queryByRole('link', { name: '场馆' })).toBeNull()
  await setUp('123456', 'demo1234')
  expect(await screen.findByText('abcde-fghjk')).toBeTruthy()
  expect(screen.getByText('mnpqr-stuvw')).toBeTruthy()
  expect(writes()).toEqual([
    [BEGIN, null],
    [CONFIRM, { ticket: 'sealed', code: '123456', password: 'demo1234' }],
  ])
  await userEvent.click(screen.getByRole('button', { name: '已保存' }))
  expect(await screen.findByRole('link', { name: '场馆' })).toBeTruthy()
})

test('the secret can be typed instead of scanned; a wrong code is reported, and the picture stays', async () => {
  draw(<SecondFactorPage />, { answers: { [READ]: none, [BEGIN]: begun, [CONFIRM]: refused('factor_wrong') } })
  await setUp('000000', 'demo1234')
  expect(await screen.findByText('验证码不正确')).toBeTruthy()
  expect(screen.getByText('GEZD GNBV GY3T QOJQ')).toBeTruthy()
})

test('an existing second factor shows since when, how many codes are left, and who can remove it', async () => {
  draw(<SecondFactorPage />, { answers: { [READ]: active } })
  expect(await screen.findByText('2026-11-01 12:00')).toBeTruthy()
  expect(screen.getByText('9 个')).toBeTruthy()
  expect(screen.getByText(/请另一位运营主管在「员工账号」里重置/)).toBeTruthy()
})

test('whoever loaded the page anew before saving the codes is let in, and reads who can help', async () => {
  draw(<Console />, { at: '/second-factor', staff: { needsFactor: true }, answers: { [READ]: active } })
  expect(await screen.findByRole('link', { name: '场馆' })).toBeTruthy()
  expect(screen.getByText(/create-operator --lead-lost/)).toBeTruthy()
})
