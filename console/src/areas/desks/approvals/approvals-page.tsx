import { WAITING_KINDS, type WaitingKind } from '@paidang/domain/kernel/waiting'
import { Badge, Card, Flex, Segmented, Tabs, Tag, Typography } from 'antd'
import { Page } from '../../../ui/page'
import { AllInbox } from './all-inbox'
import { AssociationsInbox } from './associations-inbox'
import { CoachesInbox } from './coaches-inbox'
import { ContentsInbox } from './contents-inbox'
import './inbox.css'
import { CheckCircleFilled, ClockCircleOutlined } from '@ant-design/icons'
import { readSetUp, type SetUp } from '@paidang/api/areas/desks/admin-approvals'
import { Link } from 'react-router'
import { useRead } from '../../../platform/queries'
import { INBOX_KINDS, type InboxKind, type InboxState, useInboxAddress } from './inbox'
import { PasswordsInbox } from './passwords-inbox'
import { ReportsInbox } from './reports-inbox'
import { useWaiting } from './use-waiting'
import { VenuesInbox } from './venues-inbox'

const TABS: Record<InboxKind, { name: string; kinds: readonly WaitingKind[]; View: () => React.ReactNode }> = {
  all: { name: '全部', kinds: WAITING_KINDS, View: AllInbox },
  venues: { name: '新场馆', kinds: ['VENUE'], View: VenuesInbox },
  associations: { name: '场馆关联', kinds: ['ASSOCIATION'], View: AssociationsInbox },
  coaches: { name: '教练认证', kinds: ['COACH'], View: CoachesInbox },
  reports: { name: '内容举报', kinds: ['REPORT'], View: ReportsInbox },
  contents: { name: '内容审核', kinds: ['CONTENT'], View: ContentsInbox },
  passwords: { name: '找回密码', kinds: ['PASSWORD'], View: PasswordsInbox },
}

const STATES: { value: InboxState; label: string }[] = [
  { value: 'waiting', label: '待处理' },
  { value: 'decided', label: '已处理' },
]
/** Requests that a venue manager has to decide, and reports in any state. */
const MORE_STATES: Partial<Record<InboxKind, typeof STATES>> = {
  associations: [{ value: 'manager', label: '等管理者审核' }],
  reports: [{ value: 'all', label: '全部' }],
}

/** One inbox of everything that waits for an operator. What is decided here has its evidence next to the decision. */
export function ApprovalsPage() {
  const { kind, state, goTo } = useInboxAddress()
  const waiting = useWaiting()
  const { View } = TABS[kind]
  return (
    <Page
      title="待办"
      about={kind === 'all' ? '超时最久的排在最前，点开去处理' : 'J / K 看下一条、上一条；处理完自动打开下一条'}
    >
      {kind === 'all' && <SetUpCard />}
      <Flex justify="space-between" align="center" gap={16} wrap>
        <Tabs
          activeKey={kind}
          onChange={(next) => goTo({ kind: next as InboxKind })}
          tabBarStyle={{ margin: 0 }}
          items={INBOX_KINDS.map((key) => {
            const count = waiting(TABS[key].kinds).waiting
            return {
              key,
              label: (
                <Flex gap={6} align="center">
                  {TABS[key].name}
                  <Badge count={count} size="small" overflowCount={999} title={`${count} 条待处理`} />
                </Flex>
              ),
            }
          })}
        />
        {kind !== 'all' && (
          <Segmented
            aria-label="处理状态"
            value={state}
            options={[...STATES, ...(MORE_STATES[kind] ?? [])]}
            onChange={(next) => goTo({ kind, state: next })}
          />
        )}
      </Flex>
      <View key={`${kind} ${state}`} />
    </Page>
  )
}

type Step = { of: keyof SetUp; label: string; to: string; how: string; mayStayOff?: boolean }

/** The steps in the order in which one needs the one before. */
const STEPS: readonly Step[] = [
  { of: 'company', label: '开通公司', to: '/companies', how: '填写公司名称和管理员的手机号' },
  { of: 'venue', label: '添加场馆和场地', to: '/venues', how: '新增后立即可以预约' },
  { of: 'coach', label: '教练入驻', to: '/coaches', how: '教练加入公司，并关联授课的场馆' },
  { of: 'course', label: '开设课程', to: '/common-courses', how: '公司管理员在拍档里添加，可以从通用课程选' },
  { of: 'wechat', label: '连接微信', to: '/jobs', how: '由部署服务器的人在配置里开通', mayStayOff: true },
  { of: 'payments', label: '开通在线支付', to: '/payments', how: '由部署服务器的人在配置里开通', mayStayOff: true },
  { of: 'firstClass', label: '约成第一节课', to: '/classes', how: '球员约课，教练确认' },
]

/** What a new platform sets up first. It goes once all is done that has to be. */
function SetUpCard() {
  const { data } = useRead(readSetUp, {})
  if (!data || STEPS.every(({ of, mayStayOff }) => data[of] || mayStayOff)) return null
  return (
    <Card title="开始使用" extra="做完一项自动打勾，全部做完后不再显示">
      <Flex component="ol" vertical gap={12} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {STEPS.map((step) => (
          <Flex key={step.of} component="li" gap={12} align="center">
            <StepLine step={step} isDone={data[step.of]} />
          </Flex>
        ))}
      </Flex>
    </Card>
  )
}

function StepLine({ step: { label, to, how, mayStayOff }, isDone }: { step: Step; isDone: boolean }) {
  return (
    <>
      {isDone ? (
        <CheckCircleFilled aria-label="已完成" style={{ color: 'var(--ant-color-success)' }} />
      ) : (
        <ClockCircleOutlined aria-label="待完成" style={{ color: 'var(--ant-color-text-secondary)' }} />
      )}
      <Link to={to}>{label}</Link>
      {!isDone && <Typography.Text type="secondary">{how}</Typography.Text>}
      {!isDone && mayStayOff && <Tag>未开通（可以之后再开）</Tag>}
    </>
  )
}
