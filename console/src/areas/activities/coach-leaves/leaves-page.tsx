import type { CoachAway, LeaveCase } from '@paidang/api/areas/activities/coach-leaves'
import * as calls from '@paidang/api/areas/activities/coach-leaves'
import { analyticsCoaches } from '@paidang/api/areas/views/analytics'
import {
  AWAY_REASON_NAMES,
  AWAY_REASONS,
  type AwayReason,
  type LeaveCaseState,
} from '@paidang/domain/areas/activities/coach-leaves/leave'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { dayOf, daysBetween, monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { Button, Card, Checkbox, DatePicker, Flex, Form, Segmented, Select, Tag, Typography } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { serverNow } from '../../../platform/clock'
import { useRead, useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { FormModal } from '../../../ui/form-modal'
import { NOTHING } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'

const CHANGES = { changes: [calls.casesOfCompany, calls.awayInCompany] }
const LOOK_AGAIN_MS = 60_000

const STATE_NAMES: Record<LeaveCaseState, { text: string; color?: string }> = {
  OPEN: { text: '还没选择', color: 'gold' },
  WAITING: { text: '等教练回来', color: 'blue' },
  CHANGED: { text: '已换教练', color: 'green' },
  REFUND_ASKED: { text: '申请退课，请在咨询里答复', color: 'red' },
  RETURNED: { text: '教练已回来' },
  ENDED: { text: '一直没选择' },
  REPLACED: { text: '有新的变动' },
}

const spanText = (firstDay: string, lastDay: string) =>
  firstDay === lastDay ? monthDotDay(firstDay) : `${monthDotDay(firstDay)}–${monthDotDay(lastDay)}`

function causeText({ cause, reason, firstDay, lastDay }: LeaveCase): string {
  if (cause === 'LEFT') return '已离开'
  if (cause === 'STOPPED') return '账号已停用'
  return `${spanText(firstDay ?? '', lastDay ?? '')} 休假 · ${AWAY_REASON_NAMES[reason ?? 'OTHER']}`
}

/** 教练变动: the students of coaches who left, were stopped or are away, and what each of them decided. */
export function LeavesPage() {
  const [params, setParams] = useSearchParams()
  const state = params.get('state') === 'answered' ? 'answered' : 'open'
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isAway, setIsAway] = useState(false)
  const coaches = useCoaches()
  const toggle = (id: string) => setChosen((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]))
  return (
    <Page
      title="教练变动"
      about="教练离开、停用或休假后，每位还有课时或未上课的学员在 App 里选择换教练、等待或退课；14 天没有选择的自动结束，课时保留"
      actions={<Button onClick={() => setIsAway(true)}>登记教练休假</Button>}
    >
      <AwayCards />
      <Segmented
        aria-label="学员的选择"
        value={state}
        options={[
          { value: 'open', label: '还没选择' },
          { value: 'answered', label: '已选择' },
        ]}
        onChange={(value) => {
          setChosen([])
          setParams(value === 'answered' ? { state: 'answered' } : {}, { replace: true })
        }}
      />
      <DataTable
        key={state}
        endpoint={calls.casesOfCompany}
        fixed={{ state }}
        rowKey={({ id }) => id}
        empty={state === 'open' ? '没有等学员选择的变动' : '还没有学员选择过'}
        refetchInterval={LOOK_AGAIN_MS}
        filters={[{ kind: 'choice', name: 'coachId', label: '原教练', options: coaches }]}
        aside={(rows) =>
          state === 'open' && (
            <Propose cases={rows.filter(({ id }) => chosen.includes(id))} onDone={() => setChosen([])} />
          )
        }
        columns={[
          {
            title: '学员',
            render: (_, { id, player }) =>
              state === 'open' ? (
                <Checkbox checked={chosen.includes(id)} onChange={() => toggle(id)}>
                  {player.nickname}
                </Checkbox>
              ) : (
                player.nickname
              ),
          },
          {
            title: '原教练',
            render: (_, row) => (
              <>
                {row.coach.nickname}
                <div>
                  <Typography.Text type="secondary">{causeText(row)}</Typography.Text>
                </div>
              </>
            ),
          },
          {
            title: '课时',
            render: (_, { remainingSessions, contracts }) => (
              <>
                {lessonHoursText(remainingSessions)}
                <div>
                  <Typography.Text type="secondary">
                    {contracts.map(({ courseName }) => courseName).join('、') || NOTHING}
                  </Typography.Text>
                </div>
              </>
            ),
          },
          { title: '未上的课', render: (_, { classes }) => <Classes classes={classes} /> },
          { title: '已等', render: (_, { createTime }) => waitedText(createTime) },
          {
            title: state === 'open' ? '推荐' : '选择',
            render: (_, row) => (state === 'open' ? (row.proposed?.nickname ?? NOTHING) : <Answer row={row} />),
          },
        ]}
      />
      {isAway && <AwayModal onClose={() => setIsAway(false)} />}
    </Page>
  )
}

function useCoaches() {
  const { data = [] } = useRead(analyticsCoaches, {})
  return data.map(({ id: value, name: label, courseIds }) => ({ value, label, courseIds }))
}

/** What a coach has to teach some of to take over: the server refuses others. */
const courseIdsOf = ({ contracts, classes }: LeaveCase) =>
  [...contracts, ...classes.filter(({ mayHandOver }) => mayHandOver)].map(({ courseId }) => courseId)

function waitedText(createTime: string): string {
  const days = daysBetween(dayOf(new Date(createTime)), dayOf(serverNow()))
  return days === 0 ? '今天' : `${days} 天`
}

function Classes({ classes }: Pick<LeaveCase, 'classes'>) {
  if (classes.length === 0) return NOTHING
  const [next] = classes
  return (
    <>
      {classes.length} 节
      {next && (
        <div>
          <Typography.Text type="secondary">
            最近 {monthDotDay(next.courseDate)} {whenOf(next.beginTimeSlot, next.endTimeSlot)}
          </Typography.Text>
        </div>
      )}
    </>
  )
}

function Answer({ row: { state, newCoach, refund } }: { row: LeaveCase }) {
  const { text, color } = STATE_NAMES[state]
  const isAnswered = state === 'REFUND_ASKED' && refund !== null && refund.state !== 'OPEN'
  return (
    <div style={{ maxWidth: 320 }}>
      <Tag {...(color && { color })}>{isAnswered ? '申请退课，已答复' : text}</Tag>
      {newCoach && <Typography.Text type="secondary">{newCoach.nickname}</Typography.Text>}
      {refund && <div style={{ whiteSpace: 'pre-wrap' }}>{refund.text}</div>}
    </div>
  )
}

function AwayCards() {
  const { data = [] } = useRead(calls.awayInCompany, {})
  if (data.length === 0) return null
  return (
    <Card size="small" title="休假">
      <Flex vertical gap={8}>
        {data.map((away) => (
          <AwayRow key={away.id} away={away} />
        ))}
      </Flex>
    </Card>
  )
}

function AwayRow({ away: { id, coach, firstDay, lastDay, reason, classes, undecided, mayEnd } }: { away: CoachAway }) {
  const { doAfterAsking } = useAction()
  const end = useWrite(calls.endAwayInCompany, CHANGES)
  const facts = [
    `${spanText(firstDay, lastDay)} ${AWAY_REASON_NAMES[reason]}`,
    `还有 ${classes} 节课`,
    `${undecided} 位学员没选择`,
  ]
  return (
    <Flex justify="space-between" align="center" gap={12} wrap>
      <span>
        {coach.nickname} <Typography.Text type="secondary">{facts.join(' · ')}</Typography.Text>
      </span>
      {mayEnd ? (
        <Button
          size="small"
          onClick={() =>
            doAfterAsking({
              run: () => end.mutateAsync({ params: { id } }),
              done: '休假已结束',
              title: `${coach.nickname} 提前回来？`,
              effect: '今天起的锁定时段放开，没有取消的课照常上，等待的学员会收到通知。',
              okText: '结束休假',
            })
          }
        >
          结束休假
        </Button>
      ) : (
        <Typography.Text type="secondary">由教练本人结束</Typography.Text>
      )}
    </Flex>
  )
}

type Chosen = { cases: readonly LeaveCase[]; onDone: () => void }

/** Proposes a coach to the chosen students that are still listed. An open form keeps those with whom it was opened. */
function Propose({ cases, onDone }: Chosen) {
  const [asked, setAsked] = useState<readonly LeaveCase[]>()
  return (
    <>
      <Button type="primary" disabled={cases.length === 0} onClick={() => setAsked(cases)}>
        {cases.length === 0 ? '推荐教练' : `给 ${cases.length} 位推荐教练`}
      </Button>
      {asked && <ProposeModal cases={asked} onClose={() => setAsked(undefined)} onDone={onDone} />}
    </>
  )
}

function ProposeModal({ cases, onClose, onDone }: Chosen & { onClose: () => void }) {
  const { doIt } = useAction()
  const propose = useWrite(calls.proposeCoach, CHANGES)
  const coaches = useCoaches().filter(({ value, courseIds }) =>
    cases.every((one) => one.coach.id !== value && courseIdsOf(one).some((id) => courseIds.includes(id))),
  )
  return (
    <FormModal<{ coachId: string }>
      title={`给 ${cases.length} 位学员推荐教练`}
      effect="学员会收到消息，自己决定；教练要教学员合同里的课。"
      okText="推荐"
      onClose={onClose}
      onSubmit={async ({ coachId }) => {
        const run = () => propose.mutateAsync({ body: { caseIds: cases.map(({ id }) => id), coachId } })
        const isDone =
          (await doIt({
            run,
            done: ({ proposed }) => `已推荐给 ${proposed} 位学员`,
            undone: ({ proposed }) => (proposed === 0 ? '没有推荐，这些学员已经选择或不用再选' : undefined),
          })) !== undefined
        if (isDone) onDone()
        return isDone
      }}
    >
      <Form.Item name="coachId" label="教练" rules={[{ required: true, message: '请选择教练' }]}>
        <Select
          options={coaches}
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent={cases.length > 1 ? '没有教练教得了这些学员的课，可以分开推荐' : '没有其他教练教这位学员的课'}
        />
      </Form.Item>
    </FormModal>
  )
}

type AwayTyped = { coachId: string; days: [Dayjs, Dayjs]; reason: AwayReason }

function AwayModal({ onClose }: { onClose: () => void }) {
  const { doIt } = useAction()
  const send = useWrite(calls.sendAway, CHANGES)
  const coaches = useCoaches()
  const today = dayjs(dayOf(serverNow()))
  return (
    <FormModal<AwayTyped>
      title="登记教练休假"
      effect="空闲时段会锁上；有课或有课时的学员会收到通知，可以换教练或等教练回来。教练本人也会收到消息。还在其他公司任教的，请教练本人登记。"
      okText="登记"
      onClose={onClose}
      onSubmit={async ({ coachId, days: [first, last], reason }) => {
        const days = { firstDay: first.format('YYYY-MM-DD'), lastDay: last.format('YYYY-MM-DD') }
        const run = () => send.mutateAsync({ body: { coachId, ...days, reason } })
        return (await doIt({ run, done: '休假已登记' })) !== undefined
      }}
    >
      <Form.Item name="coachId" label="教练" rules={[{ required: true, message: '请选择教练' }]}>
        <Select options={coaches} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
      <Form.Item name="days" label="日期（含首尾两天）" rules={[{ required: true, message: '请选择日期' }]}>
        <DatePicker.RangePicker minDate={today} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="reason" label="原因（学员看得到）" rules={[{ required: true, message: '请选择原因' }]}>
        <Select options={AWAY_REASONS.map((value) => ({ value, label: AWAY_REASON_NAMES[value] }))} />
      </Form.Item>
    </FormModal>
  )
}
