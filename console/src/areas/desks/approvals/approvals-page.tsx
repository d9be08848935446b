import { WAITING_KINDS, type WaitingKind } from '@paidang/domain/kernel/waiting'
import { Badge, Flex, Segmented, Tabs } from 'antd'
import { Page } from '../../../ui/page'
import { AllInbox } from './all-inbox'
import { AssociationsInbox } from './associations-inbox'
import { CoachesInbox } from './coaches-inbox'
import { ContentsInbox } from './contents-inbox'
import './inbox.css'
import { INBOX_KINDS, type InboxKind, type InboxState, useInboxAddress } from './inbox-address'
import { PasswordsInbox } from './passwords-inbox'
import { ReportsInbox } from './reports-inbox'
import { SetUpCard } from './set-up-card'
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
