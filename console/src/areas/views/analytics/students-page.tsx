import {
  analyticsCoaches,
  exportStudentsAtRisk,
  type StudentAtRisk,
  studentsAtRisk,
} from '@paidang/api/areas/views/analytics'
import { STUDENT_RISK_NAMES, STUDENT_RISKS, type StudentRisk } from '@paidang/domain/areas/money/contracts/risk'
import { dayOf, daysBetween } from '@paidang/domain/kernel/day'
import { Flex, Tag, Typography } from 'antd'
import { call } from '../../../platform/call'
import { serverNow } from '../../../platform/clock'
import { useRead } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { ExportButton } from '../../../ui/export-button'
import { NOTHING } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { useTableAddress } from '../../../ui/table-address'

const USUAL_SORT = { sort: 'expiryDate', sord: 'asc' } as const
const COLOURS: Record<StudentRisk, string> = { AWAY: 'blue', HOURS: 'gold', EXPIRY: 'red' }
const FILTERS = ['risk', 'coachId', 'keyword'] as const

/** 需要关注的学员: students whom the company may lose, with the reason. */
export function StudentsPage() {
  const { address, filterOf } = useTableAddress(USUAL_SORT)
  const coaches = useRead(analyticsCoaches, {})
  const narrowed = Object.fromEntries(FILTERS.flatMap((name) => (filterOf(name) ? [[name, filterOf(name)]] : [])))
  const ask = (format: 'xlsx' | 'csv') => {
    const { sort, sord } = address
    // The server refuses an invalid order.
    const order = { ...(sort && { sort: sort as 'expiryDate' }), ...(sord && { sord }) }
    return call(exportStudentsAtRisk, { query: { ...order, ...narrowed, format } })
  }
  return (
    <Page
      title="需要关注的学员"
      about="有效合同上还有课时，但30天没来上课、可用课时不足2、或30天内到期；每份合同一行"
      actions={<ExportButton ask={ask} />}
    >
      <DataTable
        endpoint={studentsAtRisk}
        rowKey={({ contractId }) => contractId}
        usualSort={USUAL_SORT}
        what="学员"
        empty="没有需要关注的学员"
        filters={[
          { kind: 'text', name: 'keyword', label: '学员姓名' },
          {
            kind: 'choice',
            name: 'risk',
            label: '提醒',
            options: STUDENT_RISKS.map((value) => ({ value, label: STUDENT_RISK_NAMES[value] })),
          },
          {
            kind: 'choice',
            name: 'coachId',
            label: '教练',
            options: (coaches.data ?? []).map(({ id: value, name: label }) => ({ value, label })),
          },
        ]}
        columns={[
          {
            title: '学员',
            render: (_, { player, phone }: StudentAtRisk) => <Who name={player.nickname} phone={phone} />,
          },
          { title: '提醒', dataIndex: 'risks', render: (risks: StudentRisk[]) => <Risks risks={risks} /> },
          { title: '课程', dataIndex: 'courseName' },
          { title: '教练', dataIndex: 'coachName', render: (name: string | null) => name ?? NOTHING },
          {
            title: '可用 / 剩余课时',
            key: 'availableSessions',
            sorter: true,
            align: 'right',
            render: (_, { availableSessions, remainingSessions }: StudentAtRisk) =>
              `${availableSessions} / ${remainingSessions}`,
          },
          {
            title: '上次上课',
            dataIndex: 'lastClassDay',
            key: 'lastClassDay',
            sorter: true,
            render: (day: string | null) => (day ? ago(day) : '还没上过'),
          },
          { title: '下次上课', dataIndex: 'nextClassDay', render: (day: string | null) => day ?? NOTHING },
          {
            title: '有效期至',
            dataIndex: 'expiryDate',
            key: 'expiryDate',
            sorter: true,
            render: (day: string) => left(day),
          },
        ]}
      />
    </Page>
  )
}

function Who({ name, phone }: { name: string; phone: string | null }) {
  return (
    <Flex vertical>
      {name}
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        {phone ?? '没有电话'}
      </Typography.Text>
    </Flex>
  )
}

function Risks({ risks }: { risks: readonly StudentRisk[] }) {
  return (
    <Flex gap={4}>
      {risks.map((risk) => (
        <Tag key={risk} color={COLOURS[risk]}>
          {STUDENT_RISK_NAMES[risk]}
        </Tag>
      ))}
    </Flex>
  )
}

const today = () => dayOf(serverNow())

const ago = (day: string) => `${day}（${daysBetween(day, today())} 天前）`

function left(day: string): string {
  const days = daysBetween(today(), day)
  return days === 0 ? `${day}（今天）` : `${day}（还有 ${days} 天）`
}
