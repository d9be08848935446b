import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw, fill, layOutRows, refused, shownRows } from '../../../testing/draw'
import { AdvertForm, AdvertPage } from './advert-page'
import { AdvertsPage } from './adverts-page'
import { CompanyAdvertPage } from './company-adverts'

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
  fill([await screen.findByLabelText('副标题（选填）'), '八折'])
  await userEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('内容刚刚有修改，请核对后再操作')).toBeTruthy()
  const load = await screen.findByText('载入最新内容')
  expect(screen.getByLabelText<HTMLInputElement>('副标题（选填）').value).toBe('八折')
  expect(writes()).toMatchObject([[SAVE, { title: '早鸟', subtitle: '八折', revision: 3 }]])
  await userEvent.click(load)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('标题').value).toBe('晚鸟'))
  expect(screen.getByLabelText<HTMLInputElement>('副标题（选填）').value).toBe('')
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
  const starred = [...document.querySelectorAll('.ant-form-item-required')].map(({ textContent }) => textContent)
  expect(starred).toEqual(['标题', '点击后打开', '投放开始', '投放结束'])
  expect(writes()).toEqual([])
})

test('a company changes a card of its own: what waits stands in the form, and it says when it waits again', async () => {
  const pending = [{ field: 'subtitle', value: '八折' }]
  const own = advert({ place: 'home', isOfCompany: true, companyId: '5', club: '青杉', subtitle: '九折', pending })
  const { writes, address } = draw(
    <Routes>
      <Route path="/company-adverts/:id" element={<CompanyAdvertPage />} />
      <Route path="*" element={null} />
    </Routes>,
    {
      at: '/company-adverts/1',
      answers: {
        'GET /company-adverts/one/1': { data: own },
        'GET /company-adverts/days/1': { data: [{ day: '2026-11-02', seen: 8, pressed: 2 }] },
        'PUT /company-adverts/1': { data: own },
      },
    },
  )
  expect((await screen.findByLabelText<HTMLInputElement>('副标题（选填）')).value).toBe('八折')
  expect(screen.getByText(/有内容在审核/)).toBeTruthy()
  expect(screen.queryByLabelText('公司（选填）')).toBeNull()
  await screen.findByText('25%')
  expect(shownRows()).toEqual([['2026-11-02', '8', '2', '25%']])
  fill([screen.getByLabelText('标题'), '晚鸟'])
  await userEvent.click(screen.getByText('保存'))
  await screen.findByText('已保存，审核通过后显示')
  const { beginsAt, endsAt } = own
  const form = { label: '', title: '晚鸟', subtitle: '八折', terms: '', image: null, target: null, beginsAt, endsAt }
  expect(writes()).toEqual([['PUT /company-adverts/1', { ...form, revision: 3 }]])
  await waitFor(() => expect(address()).toBe('/company-adverts'))
})

test.each([
  ['running', '首页马上不再显示它。'],
  ['coming', '它还没有开始，会直接删除。'],
])('a %s advert of a company is ended after its effect was read', async (state, effect) => {
  const { writes } = draw(
    <Routes>
      <Route path="/company-adverts/:id" element={<CompanyAdvertPage />} />
      <Route path="*" element={null} />
    </Routes>,
    {
      at: '/company-adverts/1',
      answers: {
        'GET /company-adverts/one/1': { data: advert({ place: 'home', isOfCompany: true, state }) },
        'GET /company-adverts/days/1': { data: [] },
        'POST /company-adverts/end/1': { data: null },
      },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: '结束广告' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain(effect)
  await userEvent.click(within(dialog).getByRole('button', { name: '结束' }))
  await screen.findByText('广告已结束')
  expect(writes()).toEqual([['POST /company-adverts/end/1', { revision: 3 }]])
})
