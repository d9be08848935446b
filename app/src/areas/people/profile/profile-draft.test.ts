import { expect, test } from 'vitest'
import { changesOf, draftOfPlayer, isUnnamed, nicknameFault } from './profile-draft'
import { givenPlayer } from './testing/given-player'

const begin = draftOfPlayer(givenPlayer())

test('only changed fields are sent', () => {
  expect(changesOf(begin, begin)).toEqual({})
  expect(changesOf(begin, { ...begin, level: 4, gender: 1 })).toEqual({ level: 4, gender: 1 })
})

test('surrounding spaces are no change, and are not sent', () => {
  expect(changesOf(begin, { ...begin, nickname: ' 林知夏 ' })).toEqual({})
  expect(changesOf(begin, { ...begin, nickname: ' 知夏 ', description: '\n好 ' })).toEqual({
    nickname: '知夏',
    description: '好',
  })
})

test('a removed WeChat id is sent as null, and a missing one that stays missing is no change', () => {
  expect(changesOf(begin, { ...begin, wechatId: ' ' })).toEqual({ wechatId: null })
  const without = draftOfPlayer(givenPlayer({ wechatId: null }))
  expect(changesOf(without, { ...without, wechatId: '' })).toEqual({})
})

test('a nickname of spaces counts as empty', () => {
  expect(nicknameFault({ nickname: '  ' })).toBe('nickname_missing')
  expect(nicknameFault({ nickname: '夏' })).toBeUndefined()
})

test('the initial name of WeChat users does not count as a chosen name', () => {
  expect(isUnnamed('微信用户0042')).toBe(true)
  expect(isUnnamed('小微信用户')).toBe(false)
})
