import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createWechatSimulator, simulatedOpenId, simulatedSessionKey } from './simulator.ts'
import { WechatRefusal } from './wechat-client.ts'

const wechat = createWechatSimulator()
const message = { openId: 'o1', templateId: 't1', page: 'pages/home/index', data: { thing1: '周五的课' } }

test('a code belongs to the person whom it names, and the key is the same each time', async () => {
  const first = await wechat.codeToSession('sim:lin:1')
  expect(first).toEqual(await wechat.codeToSession('sim:lin:2'))
  expect(first).toMatchObject({
    openId: simulatedOpenId('lin'),
    sessionKey: simulatedSessionKey(simulatedOpenId('lin')),
  })
  expect(Buffer.from(first.sessionKey, 'base64')).toHaveLength(16)
  expect((await wechat.codeToSession('sim:wang:1')).openId).not.toBe(first.openId)
})

test('all codes of WeChat’s own tools belong to one developer', async () => {
  const [one, other] = [await wechat.codeToSession('0a1B2c'), await wechat.codeToSession('the code of a mock')]
  expect(one).toEqual(other)
})

test.each([
  ['sim:13800000001:1', { countryCode: '86', number: '13800000001' }],
  ['sim:+852-91234567:1', { countryCode: '852', number: '91234567' }],
  ['sim:lin:1', { countryCode: '86', number: expect.stringMatching(/^199\d{8}$/) }],
])('the phone code %s gives its number', async (code, phone) => {
  expect(await wechat.phoneOf(code)).toEqual(phone)
})

test('the simulator refuses codes and fields that request a refusal', async () => {
  for (const asked of [
    () => wechat.codeToSession('error:40029:1'),
    () => wechat.phoneOf('error:-1'),
    () => wechat.sendSubscribeMessage({ ...message, data: { thing1: 'error:43101' } }),
  ]) {
    await expect(asked()).rejects.toThrow(WechatRefusal)
  }
  await wechat.sendSubscribeMessage(message)
  expect(wechat.sent).toEqual([message])
})

test('its codes are pictures of the requested size', async () => {
  const code = await wechat.miniProgramCode({ scene: 'i=AbC123', page: 'pages/home/index', width: 430 })
  expect(await sharp(code).metadata()).toMatchObject({ format: 'png', width: 430, height: 430 })
})

test('it rejects one word, leaves another to operators, and passes everything else', async () => {
  const verdictOf = async (text: string) => (await wechat.checkText({ openId: null, scene: 1, text })).verdict
  expect(await Promise.all(['周末打球', '违禁词', '待人工'].map(verdictOf))).toEqual([
    'passed',
    'rejected',
    'undecided',
  ])
  expect(await wechat.checkPicture({ openId: null, scene: 1, url: 'https://example.com/a.webp' })).toEqual({
    verdict: 'passed',
  })
})
