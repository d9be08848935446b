import { moveProductStock } from '@paidang/api/areas/admin-products'
import { queryVenues } from '@paidang/api/areas/venues'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Button } from 'antd'
import { expect, test } from 'vitest'
import { draw } from '../testing/draw'
import { refused } from '../testing/refused'
import { useRead, useWrite } from './queries'
import { sentenceOf } from './sentence-of'

const MOVE = 'POST /admin/products/stock/7'

/** A page with two inputs, and the result of the last call. */
function Moving() {
  const { mutate, error, isSuccess } = useWrite(moveProductStock)
  const move = (units: number) => mutate({ params: { id: '7' }, body: { kind: 'DELIVERY', units, reason: '到货' } })
  return (
    <>
      <Button onClick={() => move(50)}>入库五十</Button>
      <Button onClick={() => move(60)}>入库六十</Button>
      <p>{error ? sentenceOf(error) : isSuccess ? '已入库' : ''}</p>
    </>
  )
}

/** Renders it with a server that gives these answers in turn; returns the keys that the server received. */
function drawMoving(answers: ('lost' | 'refused' | 'done')[]) {
  const { heard } = draw(<Moving />, {
    answers: {
      [MOVE]: () => {
        const answer = answers.shift()
        if (answer === 'lost') throw new Error('the line is down')
        return answer === 'refused' ? refused('server_busy') : { data: {} }
      },
    },
  })
  return { user: userEvent.setup(), keys: () => heard.map(({ key }) => key) }
}

test('the same input after a lost answer reuses the key; after a success the next one has another', async () => {
  const { user, keys } = drawMoving(['lost', 'done', 'done'])
  await user.click(screen.getByText('入库五十'))
  await screen.findByText('网络异常，请检查网络后重试')
  await user.click(screen.getByText('入库五十'))
  await screen.findByText('已入库')
  await user.click(screen.getByText('入库五十'))
  await screen.findByText('已入库')
  const [first, again, later] = keys()
  expect(again).toBe(first)
  expect(later).not.toBe(first)
})

test('another input, or an input after a refusal, has a key of its own', async () => {
  const { user, keys } = drawMoving(['lost', 'refused', 'done'])
  await user.click(screen.getByText('入库五十'))
  await screen.findByText('网络异常，请检查网络后重试')
  await user.click(screen.getByText('入库六十'))
  await screen.findByText('有点忙，请稍后再试')
  await user.click(screen.getByText('入库六十'))
  await screen.findByText('已入库')
  expect(new Set(keys()).size).toBe(3)
})

function Looking() {
  const { data, isError, refetch } = useRead(queryVenues, { query: { current: 1, rows: 20 } })
  return (
    <>
      <Button onClick={() => void refetch()}>再看一次</Button>
      <p>{isError ? '看不到' : data ? `共 ${data.total}` : '等待'}</p>
    </>
  )
}

test('visible data stays when a later read fails, and goes when access is removed', async () => {
  const answers = ['shown', 'busy', 'gone']
  draw(<Looking />, {
    answers: {
      'GET /admin/venues/query': () => {
        const answer = answers.shift()
        if (answer === 'shown') return { data: [], total: 4 }
        return refused(answer === 'busy' ? 'server_busy' : 'action_forbidden')
      },
    },
  })
  const user = userEvent.setup()
  await screen.findByText('共 4')
  await user.click(screen.getByText('再看一次'))
  expect(screen.getByText('共 4')).toBeTruthy()
  await user.click(screen.getByText('再看一次'))
  expect(await screen.findByText('看不到')).toBeTruthy()
})
