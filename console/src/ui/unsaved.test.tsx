import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw } from '../testing/draw'
import { Page } from './page'
import { useSeen } from './use-seen'

function FormPage() {
  const { typing } = useSeen(undefined)
  return (
    <Page title="新增场馆">
      <input aria-label="名称" onChange={typing.onTyped} />
      <button type="button" onClick={() => void typing.save(async () => undefined)}>
        保存
      </button>
      <Link to="/venues/new?tab=courts">场地</Link>
      <Link to="/venues">场馆</Link>
    </Page>
  )
}

function show() {
  const { address } = draw(
    <Routes>
      <Route path="/venues/new" element={<FormPage />} />
      <Route path="/venues" element={<Page title="场馆">全部场馆</Page>} />
    </Routes>,
    { at: '/venues/new', answers: {} },
  )
  return { address, user: userEvent.setup() }
}

const type = (user: ReturnType<typeof userEvent.setup>) => user.type(screen.getByLabelText('名称'), '星湖')

/** Whether the browser is asked to keep the window open. */
const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a user who leaves a form with unsaved input is asked, and may stay', async () => {
  const { user, address } = show()
  await type(user)
  await user.click(screen.getByText('场馆'))
  await user.click(await screen.findByText('继续填写'))
  expect(address()).toBe('/venues/new')
  expect(screen.getByLabelText<HTMLInputElement>('名称').value).toBe('星湖')
  expect(isHeld()).toBe(true)
  await user.click(screen.getByText('场馆'))
  await user.click(await screen.findByText('放弃'))
  expect(await screen.findByText('全部场馆')).toBeTruthy()
  expect(isHeld()).toBe(false)
})

test.each([
  ['nothing is typed', async () => undefined],
  [
    'what was typed is saved',
    async (user: ReturnType<typeof userEvent.setup>) => {
      await type(user)
      await user.click(screen.getByText('保存'))
    },
  ],
])('nobody is asked where %s', async (_, prepare) => {
  const { user, address } = show()
  await prepare(user)
  expect(isHeld()).toBe(false)
  await user.click(screen.getByText('场馆'))
  expect(await screen.findByText('全部场馆')).toBeTruthy()
  expect(address()).toBe('/venues')
})

test('a part of the same page is not another page', async () => {
  const { user, address } = show()
  await type(user)
  await user.click(screen.getByText('场地'))
  expect(address()).toBe('/venues/new?tab=courts')
  expect(screen.queryByText('放弃填写的内容？')).toBeNull()
})
