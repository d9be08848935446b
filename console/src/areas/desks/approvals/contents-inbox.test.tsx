import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { ApprovalsPage } from './approvals-page'

const AT = '/approvals?kind=contents'
const text = {
  id: '1',
  kind: 'user',
  objectId: '11',
  name: '昵称',
  isPicture: false,
  value: '加群领课',
  author: { id: '11', nickname: '小王', avatar: null },
  state: 'WAITING',
  createTime: '2026-11-20T12:00:00.000Z',
}
const picture = { ...text, id: '2', name: '头像', isPicture: true, value: 'public/avatars/new.webp' }
const rest = { present: '小王', isWithWechat: false, decision: null }

/** A waiting nickname and portrait, until the nickname is decided. */
function givenTwo() {
  let waiting = [text, picture]
  return {
    'GET /admin/inbox': {
      data: {
        counts: [
          { kind: 'CONTENT', waiting: 2, late: 0 },
          { kind: 'VENUE', waiting: 1, late: 0 },
        ],
        items: [],
      },
    },
    'GET /admin/content': () => ({ data: waiting, total: waiting.length }),
    'GET /admin/content/1': { data: { ...text, ...rest } },
    'GET /admin/content/2': { data: { ...picture, ...rest, present: null, isWithWechat: true } },
    'POST /admin/content/decide/1': () => {
      waiting = [picture]
      return { data: { ...text, ...rest, state: 'APPROVED' } }
    },
  }
}

test('a text is shown next to the public one, and after its approval a picture follows with its buttons', async () => {
  const { heard } = draw(<ApprovalsPage />, { at: AT, answers: givenTwo() })
  await screen.findByRole('heading', { level: 2, name: '小王的昵称' })
  expect(screen.getByTitle('2 条待处理')).toBeTruthy()
  expect(screen.getByRole('link', { name: '查看用户资料' }).getAttribute('href')).toBe('/users/11')
  fireEvent.click(screen.getByRole('button', { name: '通过' }))
  await screen.findByRole('heading', { level: 2, name: '小王的头像' })
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ approve: true })
  expect(screen.getByAltText('头像 1').getAttribute('src')).toBe('/aaapi/files/public/avatars/new.webp')
  expect(screen.getByText('微信还没有给出结果，可以直接处理')).toBeTruthy()
})

test('不通过 needs a reason', async () => {
  const { heard } = draw(<ApprovalsPage />, { at: AT, answers: givenTwo() })
  fireEvent.click(await screen.findByRole('button', { name: '不通过' }))
  const [, send] = await screen.findAllByRole('button', { name: '不通过' })
  fireEvent.click(send as HTMLElement)
  await screen.findByText('请填写原因')
  fireEvent.change(screen.getByLabelText('原因'), { target: { value: '含广告' } })
  fireEvent.click(send as HTMLElement)
  await waitFor(() =>
    expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ approve: false, reason: '含广告' }),
  )
})
