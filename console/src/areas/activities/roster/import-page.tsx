import {
  CheckOutlined,
  ClockCircleOutlined,
  CloseOutlined,
  FileTextOutlined,
  PlusOutlined,
  UndoOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import {
  changeImportCell,
  changeRosterPhone,
  type IMPORT_TABS,
  importTemplate,
  listImports,
  type RosterImportDetail,
  type RosterImportRow,
  readImport,
} from '@paidang/api/areas/activities/roster'
import {
  dayOfText,
  type ImportCells,
  type ImportColumn,
  numberOf,
} from '@paidang/domain/areas/activities/roster/import-cells'
import { fenOfYuan } from '@paidang/domain/kernel/fen'
import { plainPhone } from '@paidang/domain/kernel/phone'
import { AutoComplete, Button, Card, Flex, Input, Modal, Table, Tabs, Tag, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { call } from '../../../platform/call'
import { useRead, useWrite } from '../../../platform/queries'
import { DownloadButton } from '../../../ui/export-button'
import { money, when } from '../../../ui/format'
import { Opening, Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { isGivenUp, stateOf } from './batch-texts'
import { Claiming, Sums, Undoing } from './import-cards'
import { UploadButton } from './upload-button'

const PAGE_SIZE = 10

type Tab = (typeof IMPORT_TABS)[number]

/** One table: what is to become of its rows, and after the confirmation what became of them. */
export function ImportPage() {
  const { id = '' } = useParams()
  const [shown, setShown] = useState<{ tab?: Tab; current: number }>({ current: 1 })
  const { tab, current } = shown
  const read = useRead(readImport, {
    params: { id },
    query: { current, rows: PAGE_SIZE, ...(tab && { tab }) },
  })
  const batch = read.data
  if (!batch) return <Opening name="批次" list="/roster" read={read} />
  const isDraft = batch.state === 'DRAFT'
  return (
    <Page
      title={isDraft ? '核对表格' : `批次 #${batch.number} ${stateOf(batch).label}`}
      about={
        isDraft
          ? '有误的排在前面，点红框直接改；确认前不写入任何一行'
          : isGivenUp(batch)
            ? '没有写入任何一行，表里的行已删除'
            : `${batch.fileName} • ${batch.confirmedBy ?? ''} ${when(batch.confirmedAt)} 确认`
      }
      actions={
        <>
          <DownloadButton label="下载模板" ask={() => call(importTemplate, {})} />
          <UploadButton label={isDraft ? '换一份' : '导入另一份'} />
        </>
      }
    >
      <Flex gap={16} align="flex-start" wrap>
        <Card style={{ flex: '1 1 640px', minWidth: 0 }} styles={{ body: { padding: 0 } }}>
          <Flex vertical gap={0}>
            <div style={{ padding: '12px 16px 0' }}>
              <Typography.Text strong>{batch.fileName}</Typography.Text>{' '}
              <Typography.Text type="secondary">
                {batch.sums.all.rows} 行 • {when(batch.createTime)} 上传 • 批次 #{batch.number}
              </Typography.Text>
            </div>
            <Tabs
              activeKey={tab ?? 'ALL'}
              onChange={(key) => setShown({ current: 1, ...(key !== 'ALL' && { tab: key as Tab }) })}
              items={tabsOf(batch)}
              tabBarStyle={{ margin: 0, padding: '0 16px' }}
            />
            <Rows batch={batch} current={current} onPage={(page) => setShown({ ...shown, current: page })} />
          </Flex>
        </Card>
        <Flex vertical gap={12} style={{ flex: '0 0 272px' }}>
          {isDraft && <Sums batch={batch} />}
          {batch.confirmedAt !== null && <Undoing batch={batch} />}
          {batch.confirmedAt !== null && <Claiming />}
        </Flex>
      </Flex>
    </Page>
  )
}

function tabsOf({ state, sums }: RosterImportDetail) {
  const all = { key: 'ALL', label: `全部 ${sums.all.rows}` }
  if (state === 'DRAFT')
    return [
      all,
      { key: 'NEW', label: `新 ${sums.new.rows}` },
      { key: 'KNOWN', label: `已有 ${sums.known.rows}` },
      { key: 'DUPLICATE', label: `重复 ${sums.duplicate.rows}` },
      {
        key: 'FAULTY',
        label: (
          <Typography.Text type={sums.faulty.rows > 0 ? 'danger' : 'secondary'}>
            有误 {sums.faulty.rows}
          </Typography.Text>
        ),
      },
    ]
  return [
    all,
    { key: 'WAITING', label: `等认领 ${sums.waiting.rows}` },
    { key: 'CLAIMED', label: `已认领 ${sums.claimed.rows}` },
    { key: 'REFUSED', label: `不认识 ${sums.refused.rows}` },
    { key: 'KNOWN', label: `已加合同 ${sums.known.rows}` },
    { key: 'FAULTY', label: `有误 ${sums.faulty.rows}` },
  ]
}

const RESULTS: Record<RosterImportRow['result'], { label: string; color: string; icon: ReactNode }> = {
  NEW: { label: '新', color: 'green', icon: <PlusOutlined /> },
  KNOWN: { label: '已有', color: 'blue', icon: <CheckOutlined /> },
  DUPLICATE: { label: '重复', color: 'default', icon: <FileTextOutlined /> },
  FAULTY: { label: '有误', color: 'red', icon: <WarningOutlined /> },
}

const STATES: Record<
  NonNullable<RosterImportRow['registration']>,
  { label: string; color: string; icon: ReactNode }
> = {
  WAITING: { label: '等认领', color: 'gold', icon: <ClockCircleOutlined /> },
  CLAIMED: { label: '已认领', color: 'green', icon: <CheckOutlined /> },
  GUARDED: { label: '家长已认领', color: 'green', icon: <CheckOutlined /> },
  REFUSED: { label: '不认识', color: 'red', icon: <CloseOutlined /> },
  WITHDRAWN: { label: '已撤销', color: 'default', icon: <UndoOutlined /> },
}

/** What a row is, or what became of it. */
function meaningOf({ result, registration, studentId, isUndone }: RosterImportRow) {
  if (isUndone) return STATES.WITHDRAWN
  if (result === 'KNOWN' && studentId !== null) return { ...RESULTS.KNOWN, label: '已加合同' }
  return result === 'NEW' && registration ? STATES[registration] : RESULTS[result]
}

/** A number is masked however it was written in the table. */
const masked = (phone: string) => plainPhone(phone).replace(/^(\d{3})\d{4}(\d{3,4})$/, '$1****$2')

/** What is understood of a cell, whatever way it was written; the text itself where it is not understood. */
const hoursRead = ({ sessions }: ImportCells) => String(numberOf(sessions) ?? sessions)
const dayRead = ({ expiry }: ImportCells) => dayOfText(expiry) ?? expiry
const priceRead = ({ price }: ImportCells) => {
  const fen = fenOfYuan(String(numberOf(price)))
  return fen === undefined ? price : money(fen)
}

function Rows({
  batch,
  current,
  onPage,
}: {
  batch: RosterImportDetail
  current: number
  onPage: (page: number) => void
}) {
  const cellOf = (row: RosterImportRow, column: ImportColumn, text: string) =>
    batch.state === 'DRAFT' && row.cell === column ? (
      <WrongCell key={`${row.line} ${row.cells[column]}`} batch={batch} row={row} column={column} />
    ) : (
      text
    )
  return (
    <Table<RosterImportRow>
      size="small"
      rowKey={({ line }) => line}
      dataSource={batch.rows}
      tableLayout="fixed"
      scroll={{ x: 735 }}
      locale={{ emptyText: '没有这样的行' }}
      pagination={{
        current,
        pageSize: PAGE_SIZE,
        total: batch.total,
        showSizeChanger: false,
        showTotal: (total, [from, to]) => `第 ${from}–${to} 行，共 ${total} 行`,
        onChange: onPage,
      }}
      columns={[
        { title: '行', dataIndex: 'line', align: 'right', width: 48 },
        {
          title: batch.state === 'DRAFT' ? '结果' : '状态',
          width: batch.state === 'DRAFT' ? 88 : 108,
          render: (_, row) => {
            const { label, color, icon } = meaningOf(row)
            return (
              <Tag color={color} icon={icon}>
                {label}
              </Tag>
            )
          },
        },
        {
          title: '学员',
          width: 124,
          render: (_, row) => (
            <Flex vertical>
              <Typography.Text strong>{cellOf(row, 'name', row.cells.name)}</Typography.Text>
              <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                {cellOf(row, 'phone', masked(row.cells.phone))}
              </Typography.Text>
            </Flex>
          ),
        },
        {
          title: '课程 / 教练',
          width: 116,
          render: (_, row) => (
            <Flex vertical>
              {cellOf(row, 'course', row.cells.course)}
              <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                {cellOf(row, 'coach', row.cells.coach)}
              </Typography.Text>
            </Flex>
          ),
        },
        { title: '课时', align: 'right', width: 56, render: (_, row) => cellOf(row, 'sessions', hoursRead(row.cells)) },
        { title: '单价', align: 'right', width: 76, render: (_, row) => cellOf(row, 'price', priceRead(row.cells)) },
        { title: '有效期至', width: 116, render: (_, row) => cellOf(row, 'expiry', dayRead(row.cells)) },
        {
          title: '说明',
          render: (_, row) => (
            <Flex vertical align="flex-start">
              {(batch.state === 'DRAFT' || row.result !== 'NEW') && (
                <Typography.Text type={row.result === 'FAULTY' ? 'danger' : 'secondary'} style={{ fontSize: 12 }}>
                  {row.note}
                </Typography.Text>
              )}
              {!row.isUndone && (row.registration === 'REFUSED' || row.registration === 'WAITING') && row.studentId && (
                <PhoneButton studentId={row.studentId} name={row.cells.name} />
              )}
            </Flex>
          ),
        },
      ]}
    />
  )
}

/** A wrong cell in a red frame: it is edited in place, and the row is judged again at once. */
function WrongCell({ batch, row, column }: { batch: RosterImportDetail; row: RosterImportRow; column: ImportColumn }) {
  const [text, setText] = useState(row.cells[column])
  const change = useWrite(changeImportCell, { changes: [readImport, listImports] })
  const { doIt } = useAction()
  const save = (value: string) => {
    if (value === row.cells[column]) return
    void doIt({
      run: () => change.mutateAsync({ params: { id: batch.id }, body: { line: row.line, column, text: value } }),
      done: ({ result, note }) => (result === 'FAULTY' ? note : `第 ${row.line} 行可以导入了`),
    })
  }
  const label = `第 ${row.line} 行：${row.note}`
  if (column === 'course')
    return (
      <AutoComplete
        aria-label={label}
        status="error"
        size="small"
        style={{ width: '100%' }}
        value={text}
        options={batch.courseNames.map((value) => ({ value }))}
        onChange={setText}
        onSelect={save}
        onBlur={() => save(text)}
      />
    )
  return (
    <Input
      aria-label={label}
      status="error"
      size="small"
      style={{ width: '100%' }}
      value={text}
      placeholder="请填写"
      disabled={change.isPending}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => save(text)}
      onPressEnter={() => save(text)}
    />
  )
}

/** Corrects the number of a student who was registered under a wrong one. */
function PhoneButton({ studentId, name }: { studentId: string; name: string }) {
  const [phone, setPhone] = useState<string>()
  const change = useWrite(changeRosterPhone, { changes: [readImport] })
  const { doIt } = useAction()
  const save = async () => {
    const saved = await doIt({
      run: () => change.mutateAsync({ params: { id: studentId }, body: { phone: phone ?? '' } }),
      done: '手机号已改，等本人认领',
    })
    if (saved) setPhone(undefined)
  }
  return (
    <>
      <Button type="link" size="small" style={{ padding: 0 }} onClick={() => setPhone('')}>
        改手机号
      </Button>
      <Modal
        title={`改 ${name} 的手机号`}
        open={phone !== undefined}
        okText="保存"
        cancelText="不了"
        confirmLoading={change.isPending}
        onOk={() => void save()}
        onCancel={() => setPhone(undefined)}
      >
        <Input
          aria-label="新的手机号"
          inputMode="tel"
          value={phone ?? ''}
          onChange={({ target }) => setPhone(target.value)}
        />
      </Modal>
    </>
  )
}
