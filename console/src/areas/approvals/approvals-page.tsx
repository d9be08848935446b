import { countApprovals } from '@paidang/api/areas/admin-approvals'
import { Alert, Badge, Flex, Segmented, Tabs } from 'antd'
import { Link } from 'react-router'
import { useRead } from '../../platform/queries'
import { Page } from '../../ui/page'
import { AssociationsInbox } from './associations-inbox'
import { CoachesInbox } from './coaches-inbox'
import { ContentsInbox } from './contents-inbox'
import './inbox.css'
import { INBOX_KINDS, type InboxKind, type InboxState, useInboxAddress } from './inbox-address'
import { PasswordsInbox } from './passwords-inbox'
import { ReportsInbox } from './reports-inbox'
import { VenuesInbox } from './venues-inbox'

const KINDS: Record<InboxKind, { name: string; View: () => React.ReactNode }> = {
  venues: { name: '新场馆', View: VenuesInbox },
  associations: { name: '场馆关联', View: AssociationsInbox },
  coaches: { name: '教练认证', View: CoachesInbox },
  reports: { name: '内容举报', View: ReportsInbox },
  contents: { name: '内容审核', View: ContentsInbox },
  passwords: { name: '找回密码', View: PasswordsInbox },
}

const STATES: { value: InboxState; label: string }[] = [
  { value: 'waiting', label: '待处理' },
  { value: 'decided', label: '已处理' },
]
/** Requests that a venue manager has to decide. */
const OF_MANAGERS: { value: InboxState; label: string } = { value: 'manager', label: '等管理者审核' }

const LOOK_AGAIN_MS = 60_000

/** One inbox of everything that waits for an operator, with the evidence next to the decision. */
export function ApprovalsPage() {
  const { kind, state, goTo } = useInboxAddress()
  const { data: counts } = useRead(countApprovals, {}, { refetchInterval: LOOK_AGAIN_MS })
  const { View } = KINDS[kind]
  return (
    <Page title="审批" about="J / K 看下一条、上一条；处理完自动打开下一条">
      <Flex justify="space-between" align="center" gap={16} wrap>
        <Tabs
          activeKey={kind}
          onChange={(next) => goTo({ kind: next as InboxKind })}
          tabBarStyle={{ margin: 0 }}
          items={INBOX_KINDS.map((key) => ({
            key,
            label: (
              <Flex gap={6} align="center">
                {KINDS[key].name}
                <Badge count={counts?.[key] ?? 0} size="small" title={`${counts?.[key] ?? 0} 条待处理`} />
              </Flex>
            ),
          }))}
        />
        <Segmented
          aria-label="处理状态"
          value={state}
          options={kind === 'associations' ? [...STATES, OF_MANAGERS] : STATES}
          onChange={(next) => goTo({ kind, state: next })}
        />
      </Flex>
      {counts !== undefined && counts.objections > 0 && <Objections count={counts.objections} />}
      <View key={`${kind} ${state}`} />
    </Page>
  )
}

/** Objections, which operators answer on another page if the coach's side cannot or did not. */
function Objections({ count }: { count: number }) {
  return (
    <Alert
      type="warning"
      showIcon
      title={`${count} 条扣课异议等平台答复`}
      action={<Link to="/objections?stage=platform">去答复</Link>}
    />
  )
}
