import { expect, test } from 'vitest'
import { formOfBall } from '../../activities/balls/parts/publish-form'
import { givenBall } from '../../activities/balls/testing/given-ball'
import { givenCard } from '../../views/business-cards/testing/given-card'
import { asSubmitted, isInReview, savedText, waitingIn } from './pending-content'

const card = givenCard({ pending: [{ field: 'name', value: '小满' }] })

test('the author sees the version that was submitted last', () => {
  expect(asSubmitted(card)).toEqual({ ...card, name: '小满' })
  expect([isInReview(card, 'name'), isInReview(card, 'title')]).toEqual([true, false])
})

test('a list of pictures keeps what others see, and marks pictures in review', () => {
  const pending = [{ field: 'nicePhotos', value: 'public/photos/3.webp' }]
  expect(asSubmitted({ nicePhotos: '', pending })).toEqual({ nicePhotos: '', pending })
  expect(waitingIn({ pending }, 'nicePhotos')).toEqual(['public/photos/3.webp'])
})

test('a review is mentioned only after saving, and only if there is one', () => {
  expect(savedText(card, '保存成功')).toBe('已保存，审核通过后其他人可见')
  expect(savedText({ pending: [] }, '保存成功')).toBe('保存成功')
})

test('the form of a game begins with the texts that were submitted last', () => {
  const ball = givenBall({ title: '约球', pending: [{ field: 'title', value: '周末双打' }] })
  expect(formOfBall(ball).title).toBe('周末双打')
})

test('a withheld text is empty in the form of its author, and a newer one that waits is shown', () => {
  const game = { title: '周末双打', place: '（未公开）', pending: [] }
  expect(asSubmitted(game)).toEqual({ ...game, place: '' })
  const pending = [{ field: 'place', value: '世纪公园' }]
  expect(asSubmitted({ ...game, pending })).toMatchObject({ place: '世纪公园' })
})
