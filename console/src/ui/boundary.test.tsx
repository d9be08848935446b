import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { PageNotLoaded } from '../platform/load-page'
import { draw } from '../testing/draw'
import { Boundary } from './boundary'

function Thrower({ fault }: { fault: Error }) {
  const { pathname } = useLocation()
  return (
    <>
      <Link to="/venues">场馆</Link>
      <Boundary at={pathname}>{pathname === '/users' ? <Throws fault={fault} /> : <p>全部场馆</p>}</Boundary>
    </>
  )
}

function Throws({ fault }: { fault: Error }): never {
  throw fault
}

test.each([
  ['without a line to the server', new PageNotLoaded(true), '网络不可用，页面没有打开', []],
  ['whose code did not come', new PageNotLoaded(false), '页面出错了', []],
  ['that has a fault', new Error('no such thing'), '页面出错了', ['no such thing']],
])('a page %s says so in its place; the menu stays, and leads to the others', async (_, fault, title, told) => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const { heard } = draw(<Thrower fault={fault} />, {
    at: '/users',
    answers: { 'POST /client-errors': { data: null } },
  })
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByRole('button', { name: '重新打开' })).toBeTruthy()
  await userEvent.click(screen.getByText('场馆'))
  expect(await screen.findByText('全部场馆')).toBeTruthy()
  expect(heard.map(({ body }) => body)).toEqual(
    told.map((message) => expect.objectContaining({ kind: 'render', message })),
  )
})
