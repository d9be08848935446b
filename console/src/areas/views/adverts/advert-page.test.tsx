import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw, fill, refused } from '../../../testing/draw'
import { AdvertPage } from './advert-page'

const advert = (over: object = {}) => ({
  id: '1',
  place: 'top',
  label: '',
  title: '早鸟',
  subtitle: '',
  image: null,
  target: null,
  targetName: null,
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
