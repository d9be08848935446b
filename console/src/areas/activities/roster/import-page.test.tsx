import type { RosterImportDetail } from '@paidang/api/areas/activities/roster'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { ImportPage } from './import-page'

const STAFF = { role: 'company', companyId: '1' } as const
const sum = (rows: number, sessions: number) => ({ rows, sessions })
const row = {
  line: 5,
  cells: {
    name: '陈立',
    phone: '1380000567',
    course: '成人私教',
    coach: '王启明',
    sessions: '16',
    price: '400',
    expiry: '2027-06-30',
  },
  result: 'FAULTY',
  note: '手机号只有 10 位',
  cell: 'phone',
  studentId: null,
  registration: null,
  isUndone: false,
  isUndoable: false,
} as const
const batch: RosterImportDetail = {
  id: '7',
  number: 3,
  fileName: '台账.xlsx',
  state: 'DRAFT',
  createTime: '2026-11-22T02:32:00Z',
  confirmedAt: null,
  confirmedBy: null,
  written: sum(42, 546.5),
  claimed: 0,
  undoable: sum(0, 0),
  isKnownFile: false,
  sums: {
    all: sum(48, 612.5),
    written: sum(42, 546.5),
    duplicate: sum(2, 22),
    faulty: sum(4, 44),
    known: sum(11, 124),
    new: sum(31, 422.5),
    waiting: sum(0, 0),
    claimed: sum(0, 0),
    refused: sum(0, 0),
    newPeople: 31,
    courses: [{ name: '成人私教', rows: 42, sessions: 546.5, fen: 20_135_500 }],
    fen: 20_135_500,
  },
  courseNames: ['成人私教'],
  total: 48,
  rows: [row],
}

const open = (data: RosterImportDetail) =>
  draw(
    <Routes>
      <Route path="/roster" element="批次列表" />
      <Route path="/roster/:id" element={<ImportPage />} />
    </Routes>,
    {
      at: '/roster/7',
      staff: STAFF,
      answers: {
        'GET /roster/imports/7': { data },
        'PUT /roster/imports/7': { data: { ...row, result: 'NEW', note: '', cell: null } },
        'POST /roster/imports/confirm/7': { data },
        'POST /roster/imports/undo/7': { data },
      },
    },
  )

test('a wrong cell is edited in place, and the confirmation sends the sums that were seen', async () => {
  const oddly = { ...row.cells, sessions: '九点五', price: '￥400元', expiry: '2027年6月30日' }
  const { heard } = open({ ...batch, rows: [{ ...row, cells: oddly }] })
  const cell = await screen.findByLabelText('第 5 行：手机号只有 10 位')
  await userEvent.clear(cell)
  await userEvent.type(cell, '13800005678{Enter}')
  await screen.findByText('第 5 行可以导入了')
  // What is understood of the cells is what one reads.
  for (const read of ['9.5', '¥400', '2027-06-30']) expect(screen.getByText(read)).toBeTruthy()
  const bodyOf = (method: string) => heard.find((one) => one.method === method)?.body
  expect(bodyOf('PUT')).toEqual({ line: 5, column: 'phone', text: '13800005678' })
  await userEvent.click(screen.getByRole('button', { name: '确认导入 42 行' }))
  await screen.findByText('已导入 42 行、546.5 课时')
  expect(bodyOf('POST')).toEqual({ rows: 42, sessions: 546.5 })
})

test('a number is masked however it was written', async () => {
  const typed = ['13800005678', '138-0000-5678', '+86 138 0000 5678']
  const rows = typed.map((phone, at) => ({
    ...row,
    line: at + 2,
    cells: { ...row.cells, phone },
    cell: 'course' as const,
  }))
  open({ ...batch, rows })
  expect(await screen.findAllByText('138****5678')).toHaveLength(typed.length)
})

test('without a row to import nothing can be confirmed', async () => {
  open({ ...batch, sums: { ...batch.sums, written: sum(0, 0) } })
  expect(await screen.findByRole('button', { name: '没有可导入的行' })).toHaveProperty('disabled', true)
})

test('a table that nobody wants is given up, and nothing of it is written', async () => {
  const { heard } = open(batch)
  await userEvent.click(await screen.findByRole('button', { name: '放弃这份表' }))
  expect((await screen.findAllByText('放弃 台账.xlsx？')).length).toBeGreaterThan(0)
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '放弃这份表' }))
  await screen.findByText('批次列表')
  const [press] = heard.filter(({ method }) => method === 'POST')
  expect(press).toMatchObject({ path: '/roster/imports/undo/7', body: { rows: 0, sessions: 0 } })
})

test('a table that was given up says so, and not that anybody confirmed or took back anything', async () => {
  const nothing = { rows: 0, sessions: 0 }
  open({ ...batch, state: 'UNDONE', written: nothing, undoable: nothing, rows: [], total: 0 })
  await screen.findByText('批次 #3 已放弃')
  expect(screen.queryByText(/确认$|已全部撤销|^认领$/)).toBeNull()
})

test('what was written can be taken back in part, with the reason beside it', async () => {
  const written = { ...row, result: 'NEW', cell: null, studentId: '9', registration: 'CLAIMED', note: '' } as const
  const confirmed = { confirmedAt: '2026-11-22T02:41:00Z', confirmedBy: '王启明' }
  const sums = { ...batch.sums, waiting: sum(28, 390), claimed: sum(2, 20), refused: sum(1, 12.5) }
  open({ ...batch, ...confirmed, state: 'WRITTEN', claimed: 2, sums, undoable: sum(29, 401), rows: [written] })
  expect(await screen.findByText('2 人已认领，不能整批撤销')).toBeTruthy()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    ...['全部 48', '等认领 28', '已认领 2', '不认识 1', '已加合同 11', '有误 4'],
  ])
  expect(screen.getByText(/已加合同的行属于原有学员，他可能已在用，不能撤销/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /撤销 29 行/ }))
  expect((await screen.findAllByText('撤销 29 行、401 课时？')).length).toBeGreaterThan(0)
})
