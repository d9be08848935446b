import { expect, test } from 'vitest'
import { givenShared } from '../../views/business-cards/testing/given-card'
import { shareIdOf, withPicture } from './sharing-data'

test('a short id is read from the address, or from the scene of a scanned code', () => {
  expect(shareIdOf({ i: 'Ab12Cd34' })).toBe('Ab12Cd34')
  expect(shareIdOf({ scene: 'i%3DAb12Cd34' })).toBe('Ab12Cd34')
  expect(shareIdOf({ scene: 'i=Ab12Cd34' })).toBe('Ab12Cd34')
  expect(shareIdOf({ scene: 'from%3D1%26i%3DAb12Cd34' })).toBe('Ab12Cd34')
})

test('an invalid short id counts as none', () => {
  const wrong = [
    {},
    { i: '' },
    { i: '../x' },
    { i: 'a'.repeat(17) },
    { scene: '%E0%A4%A' },
    { scene: 'id%3D5' },
    { scene: '1154' },
  ]
  expect(wrong.map(shareIdOf)).toEqual(wrong.map(() => null))
})

const message = { title: '约课、约球、穿线，一个拍档', path: '/pages/home/index' }

test('a message has its text at once, and its picture as soon as that is known', async () => {
  const sent = withPicture(message, async () => givenShared())
  expect(sent).toMatchObject(message)
  expect(await (sent as { promise: Promise<unknown> }).promise).toEqual({
    ...message,
    imageUrl: '/aaapi/share/Ab12Cd34/picture.png',
  })
})

test('a picture that fails to load leaves the message as it is', async () => {
  const sent = withPicture(message, () => Promise.reject(new Error('offline')))
  expect(await (sent as { promise: Promise<unknown> }).promise).toEqual(message)
})

test('without a picture nothing is waited for', () => {
  expect(withPicture(message, undefined)).toEqual(message)
})
