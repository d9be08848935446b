import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw, fill, layOutRows, refused } from '../../../testing/draw'
import { AdvertForm, AdvertPage } from './advert-page'
import { AdvertsPage } from './adverts-page'

const advert = (over: object = {}) => ({
  id: '1',
  place: 'top',
  label: '',
  title: '早鸟',
  subtitle: '',
  image: null,
  target: null,
  targetName: null,
  terms: '',
  companyId: null,
  club: null,
  isOfCompany: false,
  seen: 0,
  pressed: 0,
  pending: [],
  state: 'running',
  beginsAt: '2026-11-01T00:00:00.000Z',
  endsAt: '2026-12-01T00:00:00.000Z',
  revision: 3,
  ...over,
})
const SAVE = 'PUT /admin/adverts/1'

test('if another changed the advert meanwhile, the input stays and the latest version is offered', async () => {
  let latest = advert()
  const { writes } = draw(
    <Routes>
      <Route path="/adverts/:id" element={<AdvertPage />} />
    </Routes>,
    {
      at: '/adverts/1',
      answers: {
        'GET /admin/adverts/1': () => ({ data: latest }),
        'GET /admin/adverts/days/1': { data: [] },
        'GET /admin/companies/query': { data: [], total: 0 },
        [SAVE]: () => {
          latest = advert({ title: '晚鸟', revision: 4 })
          return refused('revision_outdated')
        },
      },
    },
  )
  fill([await screen.findByLabelText('副标题'), '八折'])
  await userEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('内容刚刚有修改，请核对后再操作')).toBeTruthy()
  const load = await screen.findByText('载入最新内容')
  expect(screen.getByLabelText<HTMLInputElement>('副标题').value).toBe('八折')
  expect(writes()).toMatchObject([[SAVE, { title: '早鸟', subtitle: '八折', revision: 3 }]])
  await userEvent.click(load)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('标题').value).toBe('晚鸟'))
  expect(screen.getByLabelText<HTMLInputElement>('副标题').value).toBe('')
})

const answers = {
  'GET /admin/companies/query': { data: [], total: 0 },
  'GET /admin/adverts': { data: [advert(), advert({ id: '2', title: '找球友' })], total: 2 },
  'POST /admin/adverts/order': { data: null },
  'POST /admin/adverts/end/1': { data: advert() },
}

/** Moves the second advert before the first, by the keyboard. */
async function moveUp() {
  layOutRows()
  const handle = await screen.findByRole('button', { name: '移动找球友' })
  handle.focus()
  for (const key of ['{Enter}', '{ArrowUp}', '{Enter}']) await userEvent.keyboard(key)
}

test('an advert is moved up, the whole order is sent to the server, and its answer is shown', async () => {
  const adverts = [advert(), advert({ id: '2', title: '找球友' })]
  const { heard } = draw(<AdvertsPage />, {
    answers: {
      'GET /admin/adverts': () => ({ data: adverts, total: 2 }),
      'POST /admin/adverts/order': () => {
        adverts.reverse()
        return { data: null }
      },
    },
  })
  await moveUp()
  await screen.findByText('顺序已保存')
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ place: 'top', ids: ['2', '1'] })
  await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain('找球友'))
})

test('an order that others have changed meanwhile is refused with a message, and nothing moves', async () => {
  draw(<AdvertsPage />, { answers: { ...answers, 'POST /admin/adverts/order': refused('adverts_changed') } })
  await moveUp()
  expect(await screen.findByText('广告已变化，请刷新后再排序')).toBeTruthy()
  expect(screen.getAllByRole('row')[1]?.textContent).toContain('早鸟')
  expect(screen.queryByText('顺序已保存')).toBeNull()
})

test('the place and the past adverts are kept in the address', async () => {
  const { heard, address } = draw(<AdvertsPage />, { at: '/adverts?place=home', answers })
  await screen.findByText('早鸟')
  expect(heard[0]?.query.get('place')).toBe('home')
  await userEvent.click(screen.getByText('已结束'))
  expect(address()).toBe('/adverts?place=home&over=1')
  await screen.findByText('共 2 条')
  expect(heard.at(-1)?.query.get('isOver')).toBe('true')
})

test('an advert with a target page needs the choice of the page', async () => {
  const { writes } = draw(<AdvertForm place="top" />, { answers })
  const user = userEvent.setup()
  await user.click(await screen.findByText('新增广告'))
  expect(await screen.findByText('请选择点击后打开的内容')).toBeTruthy()
  expect(writes()).toEqual([])
})
