import { moveProductStock } from '@paidang/api/areas/activities/admin-products'
import { queryVenues } from '@paidang/api/areas/places/venues'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Button } from 'antd'
import { describe, expect, test } from 'vitest'
import { draw, refused } from '../testing/draw'
import { sentenceOf } from './network-error'
import { useRead, useWrite } from './queries'

const MOVE = 'POST /admin/products/stock/7'

/** A page with two inputs, and the result of the last call. */
function Moving() {
  const { mutate, error, isSuccess } = useWrite(moveProductStock)
  const move = (units: number) =>
    mutate({ params: { id: '7' }, body: { kind: 'DELIVERY', units, reason: '到货', revision: 3 } })
  return (
    <>
      <Button onClick={() => move(50)}>入库五十</Button>
      <Button onClick={() => move(60)}>入库六十</Button>
      <p>{error ? sentenceOf(error) : isSuccess ? '已入库' : ''}</p>
    </>
  )
}

/** Renders it with a server that gives these answers in turn; returns the keys that the server received. */
function drawMoving(answers: ('lost' | 'busy' | 'refused' | 'done')[]) {
  const { heard } = draw(<Moving />, {
    answers: {
      [MOVE]: () => {
        const answer = answers.shift()
        if (answer === 'lost') throw new Error('the line is down')
        if (answer === 'busy') return refused('server_busy')
        return answer === 'refused' ? refused('product_not_found') : { data: {} }
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

test('the same input after an answer that leaves open what happened reuses the key', async () => {
  const { user, keys } = drawMoving(['lost', 'busy', 'done'])
  await user.click(screen.getByText('入库五十'))
  await screen.findByText('网络异常，请检查网络后重试')
  await user.click(screen.getByText('入库五十'))
  await screen.findByText('有点忙，请稍后再试')
  await user.click(screen.getByText('入库五十'))
  await screen.findByText('已入库')
  expect(keys()).toHaveLength(3)
  expect(new Set(keys()).size).toBe(1)
})

test('another input, or an input after a refusal, has a key of its own', async () => {
  const { user, keys } = drawMoving(['lost', 'refused', 'done'])
  await user.click(screen.getByText('入库五十'))
  await screen.findByText('网络异常，请检查网络后重试')
  await user.click(screen.getByText('入库六十'))
  await screen.findByText('商品不存在')
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

describe('a decision about what somebody else has just changed', () => {
  const outdated = {
    refusal: {
      status: 409,
      code: 'revision_outdated',
      msg: '「训练球」的价格已改为 ¥88，请核对后再操作',
      data: { revision: 5, changes: ['「训练球」的价格已改为 ¥88'], state: { id: '7', revision: 5 } },
    },
  }
  const drawOutdated = () =>
    draw(<Moving />, {
      answers: {
        [MOVE]: ({ body }) => ((body as { revision: number }).revision === 5 ? { data: {} } : outdated),
      },
    })

  test('is asked again with what changed, and then names the present revision under a new key', async () => {
    const user = userEvent.setup()
    const { heard, writes } = drawOutdated()
    await user.click(screen.getByText('入库五十'))
    expect(await screen.findByText('「训练球」的价格已改为 ¥88')).toBeTruthy()
    expect(writes()).toHaveLength(1)
    await user.click(screen.getByText('仍要继续'))
    expect(await screen.findByText('已入库')).toBeTruthy()
    expect(writes().map(([, body]) => (body as { revision: number }).revision)).toEqual([3, 5])
    expect(new Set(heard.map(({ key }) => key)).size).toBe(2)
  })

  test('keeps its key when the answer to it is lost', async () => {
    const user = userEvent.setup()
    const present: (string | null | undefined)[] = []
    const { heard } = draw(<Moving />, {
      answers: {
        [MOVE]: ({ body }) => {
          if ((body as { revision: number }).revision !== 5) return outdated
          present.push(heard.at(-1)?.key)
          if (present.length === 1) throw new Error('the line is down')
          return { data: {} }
        },
      },
    })
    await user.click(screen.getByText('入库五十'))
    await user.click(await screen.findByText('仍要继续'))
    await screen.findByText('网络异常，请检查网络后重试')
    await user.click(screen.getByText('入库五十'))
    await user.click(await screen.findByText('仍要继续'))
    await screen.findByText('已入库')
    expect(present).toHaveLength(2)
    expect(present[1]).toBe(present[0])
  })

  test('is not made when the person no longer wants it', async () => {
    const user = userEvent.setup()
    const { writes } = drawOutdated()
    await user.click(screen.getByText('入库五十'))
    await user.click(await screen.findByText('不了'))
    expect(await screen.findByText('「训练球」的价格已改为 ¥88，请核对后再操作')).toBeTruthy()
    expect(writes()).toHaveLength(1)
  })
})
