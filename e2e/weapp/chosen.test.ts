import { readMessageSettings } from '@paidang/api/areas/ground/message-settings'
import { errors } from '@paidang/api/catalogue/errors'
import { describe, expect, test } from 'vitest'
import type { MiniProgram } from './harness/mini-program.ts'
import { useProduct } from './harness/product.ts'
import { fieldOf } from './harness/screen.ts'

const MB = 1024 * 1024
const ADDRESS = {
  userName: '陈默',
  telNumber: '13900000002',
  nationalCode: '310104',
  provinceName: '上海市',
  cityName: '上海市',
  countyName: '徐汇区',
  detailInfo: '龙腾大道 8 号',
}

const { launch, logInAs } = useProduct()

async function opened(url: string, as: string): Promise<MiniProgram> {
  const program = await launch({ as, url })
  await program.isQuiet()
  return program
}

describe('an address that is saved in WeChat', () => {
  const choose = (program: MiniProgram) => program.screen.tap({ role: 'button', text: '从微信地址填入' })
  const name = ({ screen }: MiniProgram) => screen.shownIn(fieldOf('收货人'))

  test('fills the form', async () => {
    const program = await opened('user/pages/user_addrs_add/index', 'player')
    program.phone.answers.address = ADDRESS
    await choose(program)
    await program.screen.sees('上海市 徐汇区')
    expect([name(program), program.screen.shownIn(fieldOf('手机号'))]).toEqual(['陈默', '13900000002'])
  })

  test('leaves the input unchanged if the choice is cancelled', async () => {
    const program = await opened('user/pages/user_addrs_add/index', 'player')
    await program.screen.type(fieldOf('收货人'), '林')
    await choose(program)
    await program.isQuiet()
    expect([name(program), program.toasts]).toEqual(['林', []])
  })

  test('is typed instead if WeChat may not read it', async () => {
    const program = await opened('user/pages/user_addrs_add/index', 'player')
    program.consents.privacy = 'wanted'
    await choose(program)
    await program.screen.tap({ role: 'button', text: '不同意' })
    await program.screen.until('it is told', () => program.toasts.includes('没有取到微信地址，请手动填写'))
  })
})

test('a place is typed instead if WeChat may not open its map', async () => {
  const program = await opened('coach/pages/new_venue/index', 'coach')
  program.consents.privacy = 'wanted'
  await program.screen.tap({ role: 'button', text: '选择位置' })
  await program.screen.tap({ role: 'button', text: '不同意' })
  await program.screen.until('it is told', () => program.toasts.includes('没有取到位置，请手动填写'))
})

describe('a picture', () => {
  const add = async (picture: MiniProgram['phone']['answers']['picture']) => {
    const program = await opened('user/pages/user_info/index', 'player2')
    program.phone.answers.picture = picture
    await program.screen.tap({ role: 'button', label: '添加照片' })
    await program.isQuiet()
    return program
  }
  const sent = (program: MiniProgram) => program.network.sentTo('/files/upload').map(({ status }) => status)

  test.each([
    ['small', { bytes: MB, compressed: MB }],
    ['large, which WeChat makes smaller,', { bytes: 9 * MB, compressed: MB }],
  ])('that is %s goes to the server', async (_what, picture) => {
    const program = await add(picture)
    expect(sent(program)).toEqual([200])
    // The first one waits for approval in the demo world.
    await program.screen.finds({ role: 'button', label: '照片第 2 张' })
  })

  test('that stays too large shows an error at once, and is not sent', async () => {
    const program = await add({ bytes: 9 * MB, compressed: 3 * MB })
    await program.screen.sees(errors.picture_too_large.message)
    expect(sent(program)).toEqual([])
  })

  test('changes nothing if the choice is cancelled', async () => {
    const program = await add(undefined)
    expect([sent(program), program.toasts]).toEqual([[], []])
  })

  test('shows an error in its place if WeChat may not read it', async () => {
    const program = await opened('user/pages/user_info/index', 'player2')
    program.consents.privacy = 'wanted'
    await program.screen.tap({ role: 'button', label: '添加照片' })
    await program.screen.tap({ role: 'button', text: '不同意' })
    await program.screen.finds({ role: 'alert' })
    expect(sent(program)).toEqual([])
  })
})

describe('a consent to messages', () => {
  const quotas = async () => (await (await logInAs('player')).call(readMessageSettings, {})).templates

  test.each([
    ['reject', []],
    ['ban', ['该提醒暂时不能订阅']],
    ['off', ['订阅消息已关闭，请在小程序右上角“设置”里打开']],
  ] as const)('that ends with %s is not recorded', async (subscription, toasts) => {
    const before = await quotas()
    const program = await opened('user/pages/message_settings/index', 'player')
    program.phone.answers.subscription = subscription
    const [button] = program.screen.all({ role: 'button', text: '订阅' })
    if (!button) throw new Error('nothing can be subscribed to')
    await program.screen.tap(button)
    await program.isQuiet()
    expect(program.callsOf('requestSubscribeMessage')).toHaveLength(1)
    expect(program.toasts).toEqual(toasts)
    expect(await quotas()).toEqual(before)
  })
})
