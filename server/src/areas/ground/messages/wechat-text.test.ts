import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MessageObject } from './notify.ts'
import { textAt, wechatText } from './wechat-text.ts'

const about = { kind: 'invitation', id: '7' } as const

test('a message sends its title and its content', () => {
  expect(wechatText({ title: '约课已确认', content: '王教练 已确认 11.22 10:00–11:00 私教课', about })).toEqual({
    template: 'class',
    page: 'pages/booking_view/index?invitationId=7',
    words: ['约课已确认', '王教练 已确认 11.22 10:00…'],
  })
})

test('a reminder sends subject, time, place, and how soon it is at the moment of sending', () => {
  const beginsAt = new Date('2026-11-22T00:30:00Z')
  const reminder = { kind: 'invitation', beginsAt, place: '世纪公园\n球场' } as const
  const kept = wechatText({ title: '上课提醒', content: '', about, reminder })
  const said = ['上课提醒', '2026年11月22日 08:30', '世纪公园 球场']
  expect(kept).toMatchObject({
    template: 'reminder',
    words: said,
    reminds: { kind: 'invitation', id: '7', beginsAt: '2026-11-22T00:30:00.000Z' },
  })
  if (!kept) throw new Error('nothing is said')
  expect(textAt(kept, new Date('2026-11-21T15:59:00Z'))).toEqual([...said, '明天开始'])
  expect(textAt(kept, new Date('2026-11-21T16:00:00Z'))).toEqual([...said, '今天开始'])
})

test('every text fits into its field, and no character is cut in two', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.constant('🎾'.repeat(30)))
  fc.assert(
    fc.property(texts, texts, (title, content) => {
      for (const word of wechatText({ title, content, about })?.words ?? []) {
        expect([...word].length).toBeGreaterThan(0)
        expect([...word].length).toBeLessThanOrEqual(20)
        expect(() => encodeURIComponent(word)).not.toThrow()
      }
    }),
  )
})

test('messages about people, companies and venues appear only in the app', () => {
  for (const kind of ['coach', 'company', 'venue_association'] as const) {
    expect(wechatText({ title: '通知', content: '通知', about: { kind, id: '1' } })).toBeUndefined()
  }
})

test('every page that a message links to is a page of the app', () => {
  const config = readFileSync(fileURLToPath(new URL('../../../../../app/src/app.config.ts', import.meta.url)), 'utf8')
  const kinds: MessageObject['kind'][] = [
    'invitation',
    'contract',
    'package',
    'ball',
    'ball_request',
    'ball_proposal',
    'stringing',
    'shop',
    'order',
    'card',
  ]
  for (const kind of kinds) {
    const page = wechatText({ title: '通知', content: '通知', about: { kind, id: '1' } })?.page ?? ''
    const [path = ''] = page.split('?')
    // Pages of the main package are listed with their full path, those of subpackages relative to their root.
    const parts = path.split('/')
    const isThere = parts.some((_, depth) => {
      const [root, page] = [parts.slice(0, depth).join('/'), parts.slice(depth).join('/')]
      return (root === '' || config.includes(`root: '${root}'`)) && config.includes(`'${page}'`)
    })
    expect([kind, isThere]).toEqual([kind, true])
  }
})
