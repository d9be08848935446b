import {
  type ManagedUser,
  type OneTimePassword,
  queryUsers,
  readManagedUser,
  resetUserPassword,
  restoreUser,
  revealUserPhone,
  suspendUser,
  type UserDetail,
} from '@paidang/api/areas/desks/admin-users'
import { type AuditEntry, searchAudit } from '@paidang/api/areas/ground/admin-audit'
import { roleOf } from '@paidang/domain/kernel/access'
import { Button, Card, DatePicker, Descriptions, Flex, Form, Radio, Table } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { AuditEventsCard } from '../../../ui/audit-events-card'
import { DataTable, ListTable } from '../../../ui/data-table'
import { FormModal, ReasonField } from '../../../ui/form-modal'
import { NOTHING, when } from '../../../ui/format'
import { Failed, Opening, Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { useFeatures } from '../../ground/features/features'
import { actionOf, changeOf, pageOf, thingOf } from '../audit/audit-labels'
import { PasswordModal } from './password-modal'
import { HoldingsList, KINDS, STATES, StateTag } from './user-labels'

/** All users, the latest first. */
export function UsersPage() {
  return (
    <Page
      title="用户"
      about="手机号在列表中隐去中间四位"
      actions={
        <Link to="/users/duplicates">
          <Button tabIndex={-1}>重复账号</Button>
        </Link>
      }
    >
      <DataTable
        endpoint={queryUsers}
        rowKey={({ id }) => id}
        usualSort={{ sort: 'createdAt', sord: 'desc' }}
        what="用户"
        empty="还没有用户。有人注册后会出现在这里"
        hrefOf={({ id }) => `/users/${id}`}
        filters={[
          { kind: 'text', name: 'keyword', label: '手机号、昵称或编号' },
          {
            kind: 'choice',
            name: 'userType',
            label: '身份',
            options: Object.entries(KINDS).map(([value, label]) => ({ value, label })),
          },
          {
            kind: 'choice',
            name: 'state',
            label: '状态',
            options: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
          },
          { kind: 'days', name: 'from', until: 'until', label: '注册' },
        ]}
        columns={[
          { title: '编号', dataIndex: 'id', width: 90 },
          { title: '昵称', dataIndex: 'nickname' },
          { title: '手机号', dataIndex: 'phone', render: (phone: string | null) => phone ?? NOTHING },
          { title: '用户名', dataIndex: 'username', render: (name: string | null) => name ?? NOTHING },
          { title: '身份', dataIndex: 'userType', render: (kind: number) => KINDS[kind] },
          { title: '状态', dataIndex: 'state', render: (_, { state }: ManagedUser) => <StateTag state={state} /> },
          {
            title: '注册时间',
            key: 'createdAt',
            sorter: true,
            render: (_, { createdAt }: ManagedUser) => when(createdAt),
          },
          {
            title: '最近登录',
            key: 'lastSeenAt',
            sorter: true,
            render: (_, { lastSeenAt }: ManagedUser) => when(lastSeenAt),
          },
        ]}
      />
    </Page>
  )
}

/** One account: profile, holdings, last events, log-ins, and audit events. */
export function UserPage() {
  const { id = '' } = useParams()
  const read = useRead(readManagedUser, { params: { id } })
  if (read.data?.id === id && !read.isError) return <KnownUser user={read.data} />
  return <Opening name="用户" list="/users" read={read} />
}

function KnownUser({ user }: { user: UserDetail }) {
  const { id, nickname, userType, state, holdings, logIns, suspensions, auditEvents } = user
  return (
    <Page
      title={nickname}
      about={`编号 ${id} · ${KINDS[userType]} · ${STATES[state].label}`}
      actions={<UserActions user={user} />}
    >
      <Flex gap={16} align="flex-start" wrap>
        <Card title="资料" style={{ flex: '1 1 480px' }}>
          <UserProfile key={id} user={user} />
        </Card>
        <Card title="名下业务" style={{ flex: '1 1 360px' }}>
          <HoldingsList userId={id} holdings={holdings} />
        </Card>
      </Flex>
      <UserEvents userId={id} />
      <Card title="登录设备">
        <Table<UserDetail['logIns'][number]>
          size="small"
          rowKey="id"
          pagination={false}
          dataSource={logIns}
          locale={{ emptyText: '没有登录中的设备' }}
          columns={[
            { title: '端', render: (_, { platform }) => (platform === 'web' ? '网页' : '小程序') },
            { title: '设备', render: (_, { device }) => device || NOTHING },
            { title: '登录时间', render: (_, { loggedInAt }) => when(loggedInAt) },
            { title: '最近活动', render: (_, { lastSeenAt }) => when(lastSeenAt) },
          ]}
        />
      </Card>
      {suspensions.length > 0 && (
        <Card title="停用记录">
          <Table<UserDetail['suspensions'][number]>
            size="small"
            rowKey="id"
            pagination={false}
            dataSource={suspensions}
            columns={[
              { title: '停用时间', render: (_, { startedAt }) => when(startedAt) },
              { title: '停用至', render: (_, { until }) => (until ? when(until) : '长期') },
              { title: '原因', dataIndex: 'reason' },
              { title: '操作人', dataIndex: 'byName' },
              { title: '结束时间', render: (_, { endedAt }) => when(endedAt) },
              { title: '恢复人', render: (_, { endedByName }) => endedByName ?? NOTHING },
            ]}
          />
        </Card>
      )}
      <AuditEventsCard auditEvents={auditEvents} about={{ kind: 'user', id }} empty="还没有人操作过这个账号" />
    </Page>
  )
}

/** The profile of an account. The full phone number needs a separate request, because each look is logged. */
function UserProfile({ user }: { user: UserDetail }) {
  const { id, phone, phoneVerified, username, hasWechat, level, levelIsUnsaid, region, companies, state } = user
  const [whole, setWhole] = useState<string>()
  const has = useFeatures()
  const { doIt } = useAction()
  const reveal = useWrite(revealUserPhone, { changes: [readManagedUser] })
  const show = async () => {
    const answer = await doIt({ run: () => reveal.mutateAsync({ params: { id } }), done: '已显示，并记入操作记录' })
    if (answer?.phone) setWhole(answer.phone)
  }
  return (
    <Descriptions
      size="small"
      column={2}
      items={[
        { key: 'state', label: '状态', children: <StateTag state={state} /> },
        {
          key: 'phone',
          label: '手机号',
          span: 'filled',
          children: phone ? (
            <span>
              {whole ?? phone}（{phoneVerified ? '已验证' : '未验证'}）
              {!whole && (
                <Button type="link" size="small" loading={reveal.isPending} onClick={() => void show()}>
                  显示完整号码
                </Button>
              )}
            </span>
          ) : (
            NOTHING
          ),
        },
        { key: 'username', label: '用户名', children: username ?? NOTHING },
        ...(has('wechat') ? [{ key: 'wechat', label: '微信', children: hasWechat ? '已绑定' : '未绑定' }] : []),
        { key: 'level', label: '等级', children: levelIsUnsaid ? '未填写' : level.toFixed(1) },
        { key: 'region', label: '地区', children: region || NOTHING },
        { key: 'created', label: '注册时间', children: when(user.createdAt) },
        { key: 'seen', label: '最近登录', children: when(user.lastSeenAt) },
        {
          key: 'companies',
          label: '公司',
          span: 'filled',
          children:
            companies
              .map(({ companyName, isAdmin }) => (isAdmin ? `${companyName}（管理员）` : companyName))
              .join('、') || NOTHING,
        },
      ]}
    />
  )
}

const LAST = 20

/** The last events of a user: log-ins, bookings, games, payments and suspensions. Each leads to what it is about. */
function UserEvents({ userId }: { userId: string }) {
  const read = useRead(searchAudit, { query: { current: 1, rows: LAST, personId: userId } })
  return (
    <Card title="最近动态" extra={<Link to={`/audit?personId=${userId}`}>全部动态</Link>}>
      {read.isError ? (
        <Failed error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <ListTable<AuditEntry>
          rowKey="key"
          rows={read.data?.rows}
          empty="还没有动态"
          columns={[
            { title: '时间', width: 190, render: (_, { at }) => when(at) },
            { title: '事件', render: (_, entry) => actionOf(entry) },
            { title: '对象', render: (_, { object }) => <Thing object={object} userId={userId} /> },
            { title: '变化', render: (_, entry) => changeOf(entry) ?? NOTHING },
            {
              title: '说明',
              render: (_, { summary, reason }) => (
                <span className="audit-summary">{summary ?? (reason || NOTHING)}</span>
              ),
            },
          ]}
        />
      )}
    </Card>
  )
}

function Thing({ object, userId }: { object: AuditEntry['object']; userId: string }) {
  if (object.kind === 'user' && object.id === userId) return NOTHING
  return <Link to={pageOf(object)}>{thingOf(object)}</Link>
}

const CHANGES = { changes: [readManagedUser, queryUsers, searchAudit] }

const isCoach = (userType: number) => roleOf(userType) === 'coach'

/** The actions of an operator on an account; none on a closed one. */
function UserActions({ user }: { user: UserDetail }) {
  const { id, nickname, userType, username, state, revision } = user
  const [isSuspending, setIsSuspending] = useState(false)
  const [given, setGiven] = useState<OneTimePassword>()
  const { doAfterAsking } = useAction()
  const restore = useWrite(restoreUser, CHANGES)
  const reset = useWrite(resetUserPassword, CHANGES)
  if (state === 'CLOSED') return null
  return (
    <>
      <Link to={`/users/merge?from=${id}`}>
        <Button tabIndex={-1}>合并到其他账号</Button>
      </Link>
      {username !== null && (
        <Button
          onClick={() =>
            doAfterAsking({
              run: async () => setGiven(await reset.mutateAsync({ params: { id }, body: { revision } })),
              done: '一次性密码已生成',
              title: `为「${nickname}」发放一次性密码？`,
              effect:
                '请先核实对方身份。原密码立即失效，该用户在所有设备上退出登录；新密码只显示一次，24 小时内可登录一次。用户会收到通知。',
              okText: '发放',
            })
          }
        >
          发放一次性密码
        </Button>
      )}
      {state === 'SUSPENDED' ? (
        <Button
          type="primary"
          onClick={() =>
            doAfterAsking({
              run: () => restore.mutateAsync({ params: { id }, body: { revision } }),
              done: '账号已恢复',
              title: `恢复「${nickname}」的账号？`,
              effect: `该用户马上可以登录${isCoach(userType) ? '，会重新出现在教练搜索中并可被预约' : ''}。用户会收到通知。`,
              okText: '恢复',
              isHarmless: true,
            })
          }
        >
          恢复账号
        </Button>
      ) : (
        <Button danger onClick={() => setIsSuspending(true)}>
          停用账号
        </Button>
      )}
      {isSuspending && <SuspendModal user={user} onClose={() => setIsSuspending(false)} />}
      {given && <PasswordModal given={given} onClose={() => setGiven(undefined)} />}
    </>
  )
}

type Typed = { howLong: 'forGood' | 'untilDay'; lastDay?: Dayjs; reason: string }

/** Asks for the length and the reason of a suspension, and says what it changes and what it leaves. */
function SuspendModal({
  user: { id, nickname, userType, revision },
  onClose,
}: {
  user: UserDetail
  onClose: () => void
}) {
  const { doIt } = useAction()
  const suspend = useWrite(suspendUser, { changes: [readManagedUser, queryUsers, searchAudit] })
  const submit = async ({ howLong, lastDay, reason }: Typed) => {
    const until = howLong === 'untilDay' ? (lastDay?.format('YYYY-MM-DD') ?? null) : null
    const body = { reason: reason.trim(), lastDay: until, revision }
    return (await doIt({ run: () => suspend.mutateAsync({ params: { id }, body }), done: '账号已停用' })) !== undefined
  }
  return (
    <FormModal<Typed>
      title={`停用「${nickname}」的账号`}
      effect={`该用户立即在所有设备上退出，停用期间不能登录${isCoach(userType) ? '，别人也不能再预约他的课' : ''}。已约的课、课时、余额和订单都保留，需要时请另行处理。`}
      okText="停用"
      isDangerous
      initialValues={{ howLong: 'untilDay' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="howLong" label="期限">
        <Radio.Group
          options={[
            { value: 'untilDay', label: '到某天为止' },
            { value: 'forGood', label: '长期' },
          ]}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['howLong']}>
        {({ getFieldValue }) =>
          getFieldValue('howLong') === 'untilDay' && (
            <Form.Item
              name="lastDay"
              label="停用至（含当天）"
              rules={[{ required: true, message: '请选择停用到哪天' }]}
            >
              <DatePicker style={{ width: '100%' }} minDate={dayjs()} />
            </Form.Item>
          )
        }
      </Form.Item>
      <ReasonField readBy="用户" />
    </FormModal>
  )
}
