import { SUBSCRIPTION_TEMPLATES } from '@paidang/api/areas/ground/message-settings'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../../config.ts'
import { readTemplates } from './templates.ts'

const templatesOf = (env: Record<string, string>) =>
  readTemplates(readConfig({ WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 'secret', ...env }).wechat)

test('the simulator has every template', () => {
  expect(Object.keys(readTemplates(undefined))).toEqual([...SUBSCRIPTION_TEMPLATES])
})

test('a template is configured by its id, with the keys of its fields if they differ', () => {
  expect(
    templatesOf({ WECHAT_TEMPLATE_CLASS: 'aB-c_1', WECHAT_TEMPLATE_REMINDER: 'id:thing4,time7,thing2,phrase9' }),
  ).toEqual({
    class: { id: 'aB-c_1', fields: ['thing1', 'thing2'] },
    reminder: { id: 'id', fields: ['thing4', 'time7', 'thing2', 'phrase9'] },
  })
  expect(templatesOf({})).toEqual({})
})

test.each([
  ['id:thing1', 'too few fields'],
  ['id:thing1,phrase2', 'a field of another form'],
  ['编号', 'no id'],
  ['', 'nothing', true],
])('%s is refused as %s', (text, _why, isAbsent = false) => {
  const read = () => templatesOf({ WECHAT_TEMPLATE_BALL: text })
  if (isAbsent) expect(read()).toEqual({})
  else expect(read).toThrow(ConfigError)
})
