import { readManagedUser } from '@paidang/api/areas/desks/admin-users'
import { errors } from '@paidang/api/catalogue/errors'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useRead } from '../platform/queries'
import { draw, refused } from '../testing/draw'
import { Opening } from './page'

const READ = 'GET /admin/users/detail/77'

function Known() {
  return <Opening name="用户" list="/users" read={useRead(readManagedUser, { params: { id: '77' } })} />
}

test.each([
  ['is not there', 'user_not_found', errors.user_not_found.message],
  ['its address cannot name', 'input_invalid', '没有这个用户'],
] as const)(
  'an object that %s is reported, also in the title of the page, with a link to the others',
  async (_, code, sentence) => {
    draw(<Known />, { answers: { [READ]: refused(code) } })
    expect(await screen.findByRole('heading', { name: sentence })).toBeTruthy()
    expect(document.title).toBe(`${sentence} · 拍档工作台`)
    expect(screen.getByRole('link', { name: '查看全部用户' }).getAttribute('href')).toBe('/users')
    expect(screen.queryByText('重试')).toBeNull()
  },
)

test('a failed read can be repeated', async () => {
  draw(<Known />, { answers: { [READ]: refused('unexpected') } })
  expect(await screen.findByText('加载失败')).toBeTruthy()
  expect(screen.getByText('重试')).toBeTruthy()
})
