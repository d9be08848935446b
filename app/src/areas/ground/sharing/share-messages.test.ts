import { expect, test } from 'vitest'
import { givenShared } from '../../views/business-cards/testing/given-card'
import { withPicture } from './share-messages'

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
