import { readAccount, registerAccount } from '@paidang/api/areas/desks/accounts'
import { readMessageSettings } from '@paidang/api/areas/ground/message-settings'
import { readRegistInfo } from '@paidang/api/areas/people/registration'
import { describe, expect, test } from 'vitest'
import { clientOf } from '../run/people.ts'
import type { MiniProgram } from './harness/mini-program.ts'
import { useProduct } from './harness/product.ts'
import { fieldOf } from './harness/screen.ts'
import { codeOf } from './harness/wx.ts'

const LOG_IN = 'pages/login/index'
const REGISTRATION = 'user/pages/user_regist/index'
const HOME = 'pages/home/index'
const ACCOUNT = 'user/pages/account/index'

const { address, launch, logInAs } = useProduct()

/** Logs in with WeChat, with the agreements ticked. */
async function logInByWechat(person: string): Promise<MiniProgram> {
  const program = await launch({ url: LOG_IN, person })
  await program.screen.tap({ role: 'checkbox' })
  await program.screen.tap({ role: 'button', text: '微信一键登录' })
  return program
}

/** Says what to be called, up to the phone number. */
async function register(program: MiniProgram, nickname: string): Promise<void> {
  const { screen } = program
  await screen.isAt(REGISTRATION)
  await screen.type(fieldOf('昵称'), nickname)
  await screen.tap({ role: 'button', text: '完成注册' })
  await screen.sees('绑定手机号')
}

const userIdOf = (program: MiniProgram) => String(program.storage.get('userId'))
const as = (program: MiniProgram) => clientOf(address(), String(program.storage.get('token')))

describe('WeChat', () => {
  test('logs nobody in before the agreements are ticked', async () => {
    const program = await launch({ url: LOG_IN, person: 'hasty' })
    await program.screen.tap({ role: 'button', text: '微信一键登录' })
    await program.screen.sees('请先阅读并同意')
    expect(program.callsOf('login')).toEqual([])
  })

  test('creates an account at the first log-in, which is registered with a number that WeChat verified', async () => {
    const program = await logInByWechat('newcomer')
    await register(program, '微信来的新人')
    await program.screen.answers({ tag: 'button', className: 'cover' }, 'getphonenumber', {
      code: codeOf('13911110001'),
    })
    await program.screen.isAt(HOME)
    const call = as(program)
    const { isRegistered, player } = await call(readRegistInfo, { params: { id: userIdOf(program) } })
    expect([isRegistered, player.nickname]).toEqual([true, '微信来的新人'])
    expect(await call(readAccount, {})).toMatchObject({ phone: '139****0001', phoneVerified: true, hasWechat: true })
  })

  test('recognizes its user again, on another phone too', async () => {
    const first = await logInByWechat('twice')
    await register(first, '来过两次')
    await first.screen.tap({ role: 'button', text: '暂不' })
    await first.screen.isAt(HOME)
    const second = await logInByWechat('twice')
    await second.screen.isAt(HOME)
    expect(userIdOf(second)).toBe(userIdOf(first))
  })
})

describe('a number that a web account has claimed', () => {
  const onTheWeb = (username: string, phone: string) =>
    clientOf(address())(registerAccount, {
      body: { username, password: 'rally2026', nickname: '网页老用户', phone },
    })

  test('joins both accounts for a user who knows the password', async () => {
    const { userInfo } = await onTheWeb('weber_1', '13911110002')
    const program = await logInByWechat('weber')
    await register(program, '网页来的')
    const { screen } = program
    await screen.answers({ tag: 'button', className: 'cover' }, 'getphonenumber', { code: codeOf('13911110002') })
    await screen.sees('这个手机号已有账号')
    await screen.type(fieldOf('网页账号的密码'), 'wrong0000')
    await screen.tap({ role: 'button', text: '合并' })
    await screen.sees(/密码不对|密码错误/)
    await screen.type(fieldOf('网页账号的密码'), 'rally2026')
    await screen.tap({ role: 'button', text: '合并' })
    await screen.isAt(HOME)
    expect(userIdOf(program)).toBe(userInfo.userId)
    expect(await as(program)(readAccount, {})).toMatchObject({
      username: 'weber_1',
      phoneVerified: true,
      hasWechat: true,
    })
  })

  test('goes to the user whom WeChat verified if the other account is not theirs', async () => {
    const claimer = await onTheWeb('claimer_1', '13911110003')
    const program = await logInByWechat('owner of a number')
    await register(program, '号码的主人')
    const { screen } = program
    await screen.answers({ tag: 'button', className: 'cover' }, 'getphonenumber', { code: codeOf('13911110003') })
    await screen.tap({ role: 'button', text: '不是我的账号' })
    await screen.tap({ role: 'button', text: '归我使用' })
    await screen.isAt(HOME)
    expect(userIdOf(program)).not.toBe(claimer.userInfo.userId)
    const other = await clientOf(address(), claimer.tokens.token)(readAccount, {})
    expect(other).toMatchObject({ username: 'claimer_1', phone: null })
  })
})

test('the account page binds a number, and a refusal by the user changes nothing', async () => {
  const program = await logInByWechat('late')
  await register(program, '晚点再绑')
  await program.screen.tap({ role: 'button', text: '暂不' })
  await program.screen.isAt(HOME)
  program.goTo(`/${ACCOUNT}`)
  const { screen } = program
  await screen.sees('未绑定')
  await screen.answers({ tag: 'button', className: 'cover' }, 'getphonenumber', {
    errMsg: 'getPhoneNumber:fail user deny',
  })
  await program.isQuiet()
  await screen.sees('未绑定')
  await screen.answers({ tag: 'button', className: 'cover' }, 'getphonenumber', { code: codeOf('13911110004') })
  await screen.sees('139****0004')
  await screen.sees('已验证')
})

test('a consent to a message is stored, once for each permission in WeChat', async () => {
  const { call } = await logInAs('player3')
  const quotaOf = async () => (await call(readMessageSettings, {})).templates.map(({ quota }) => quota)
  const before = await quotaOf()
  const program = await launch({ as: 'player3', url: 'user/pages/message_settings/index' })
  await program.screen.sees('订阅')
  await program.isQuiet()
  const [button] = program.screen.all({ role: 'button', text: '订阅' })
  if (!button) throw new Error('nothing can be subscribed to')
  await program.screen.tap(button)
  await program.screen.until(
    'the consent is kept',
    () => program.network.sentTo('/common/messages/subscribed').length === 1,
  )
  await program.isQuiet()
  expect(program.callsOf('requestSubscribeMessage')).toHaveLength(1)
  const after = await quotaOf()
  expect(after.reduce((sum, quota, at) => sum + quota - (before[at] ?? 0), 0)).toBe(1)
})
