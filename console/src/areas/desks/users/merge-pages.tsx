import {
  compareUsers,
  type Duplicate,
  type KEPT_WECHATS,
  listDuplicates,
  type ManagedUser,
  type MergeSide,
  type Merging,
  mergeUsers,
  queryUsers,
} from '@paidang/api/areas/desks/admin-users'
import { MAX_TYPED_PHONE, plainPhone } from '@paidang/domain/kernel/phone'
import { Alert, Button, Card, Descriptions, Flex, Form, Input, Radio, Spin } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { NOTHING, when } from '../../../ui/format'
import { Failed, Page } from '../../../ui/page'
import { useAction, useGoOn } from '../../../ui/use-action'
import { HoldingsList, KINDS, StateTag } from './user-labels'

const nameOf = ({ nickname, id }: ManagedUser) => `${nickname}（编号 ${id}）`

/** Accounts with the same phone number, which may belong to one person. */
export function DuplicatesPage() {
  return (
    <Page
      title="重复账号"
      about="微信验证了手机号、但该号码已属于另一个账号的用户；核实是同一人后合并"
      actions={
        <Link to="/users/merge">
          <Button tabIndex={-1}>按编号或手机号合并</Button>
        </Link>
      }
    >
      <DataTable
        endpoint={listDuplicates}
        rowKey={({ claimant }) => claimant.id}
        empty="没有待处理的重复账号"
        hrefOf={({ claimant, holder }) => `/users/merge?from=${claimant.id}&into=${holder.id}`}
        columns={[
          { title: '手机号', render: (_, { holder }: Duplicate) => holder.phone ?? NOTHING },
          { title: '持有该号码的账号', render: (_, { holder }: Duplicate) => nameOf(holder) },
          { title: '最近登录', render: (_, { holder }: Duplicate) => when(holder.lastSeenAt) },
          { title: '要绑定该号码的账号', render: (_, { claimant }: Duplicate) => nameOf(claimant) },
          { title: '注册时间', render: (_, { claimant }: Duplicate) => when(claimant.createdAt) },
          { title: '验证时间', render: (_, { claimedAt }: Duplicate) => when(claimedAt) },
          {
            title: '操作',
            fixed: 'end',
            render: (_, { claimant, holder }: Duplicate) => (
              <Link to={`/users/merge?from=${claimant.id}&into=${holder.id}`}>对比</Link>
            ),
          },
        ]}
      />
    </Page>
  )
}

type Named = { from: string; into: string }

const FORM_RULES = [
  { required: true, pattern: /^[0-9]{1,19}$/, transform: plainPhone, message: '请填写编号或完整手机号' },
]

/** Merges two accounts of one person, after a comparison side by side. Both ids are in the address. */
export function MergePage() {
  const [params, setParams] = useSearchParams()
  const [from, into] = [params.get('from') ?? '', params.get('into') ?? '']
  return (
    <Page title="合并账号" about="只有注册后还没有任何业务的账号可以并入另一个">
      <Card>
        <Form<Named>
          key={`${from} ${into}`}
          layout="inline"
          requiredMark={false}
          initialValues={{ from, into }}
          onFinish={(named) => setParams({ from: named.from, into: named.into })}
        >
          <Form.Item name="from" label="并入并消失的账号" rules={FORM_RULES}>
            <Input placeholder="编号或手机号" maxLength={MAX_TYPED_PHONE} />
          </Form.Item>
          <Form.Item name="into" label="保留的账号" rules={FORM_RULES}>
            <Input placeholder="编号或手机号" maxLength={MAX_TYPED_PHONE} />
          </Form.Item>
          <Flex gap={8}>
            <Button type="primary" htmlType="submit">
              对比
            </Button>
            <Button onClick={() => setParams({ from: into, into: from })}>对调</Button>
          </Flex>
        </Form>
      </Card>
      {from !== '' && into !== '' && <Comparison key={`${from} ${into}`} from={from} into={into} />}
    </Page>
  )
}

function Comparison({ from, into }: Named) {
  const read = useRead(compareUsers, { query: { from, into } })
  if (read.isError) return <Failed error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data || read.isPlaceholderData) return <Spin className="shell-wait" />
  return <MergeQuestion merging={read.data} />
}

type Kept = (typeof KEPT_WECHATS)[number]

/** Two accounts side by side, and the question whether to merge them. */
function MergeQuestion({ merging }: { merging: Merging }) {
  const { revision, from, into, refusal, asksForWechat } = merging
  const [kept, setKept] = useState<Kept>('from')
  const goOn = useGoOn()
  const { doAfterAsking } = useAction()
  const merge = useWrite(mergeUsers, { changes: [queryUsers, listDuplicates, compareUsers] })
  const ask = () =>
    doAfterAsking({
      run: async () => {
        const body = { fromId: from.id, intoId: into.id, revision, ...(asksForWechat && { wechatToKeep: kept }) }
        await merge.mutateAsync({ body })
        goOn(`/users/${into.id}`, { replace: true })
      },
      done: '账号已合并',
      title: `将「${from.nickname}」并入「${into.nickname}」？`,
      effect: effectOf(from, into, asksForWechat ? kept : undefined),
      okText: '合并',
    })
  return (
    <>
      {refusal !== null && <Alert type="error" showIcon title="不能合并" description={refusal} />}
      <Flex gap={16} align="stretch" wrap>
        <Side title="并入并消失" side={from} />
        <Side title="保留" side={into} />
      </Flex>
      {refusal === null && (
        <Card>
          {asksForWechat && (
            <Flex gap={12} align="center" style={{ marginBottom: 16 }}>
              <span id="kept-wechat">以后用哪个微信登录：</span>
              <Radio.Group
                aria-labelledby="kept-wechat"
                value={kept}
                onChange={({ target }) => setKept(target.value as Kept)}
                options={[
                  { value: 'from', label: `「${from.nickname}」的微信` },
                  { value: 'into', label: `「${into.nickname}」的微信` },
                ]}
              />
            </Flex>
          )}
          <Button type="primary" danger onClick={ask}>
            合并这两个账号
          </Button>
        </Card>
      )}
    </>
  )
}

function Side({ title, side }: { title: string; side: MergeSide }) {
  const { id, nickname, userType, phone, phoneVerified, username, hasWechat, state, holdings } = side
  return (
    <Card
      title={`${title}：${nickname}`}
      extra={<Link to={`/users/${id}`}>查看详情</Link>}
      style={{ flex: '1 1 400px' }}
    >
      <Descriptions
        size="small"
        column={2}
        items={[
          { key: 'id', label: '编号', children: id },
          { key: 'state', label: '状态', children: <StateTag state={state} /> },
          { key: 'kind', label: '身份', children: KINDS[userType] },
          {
            key: 'phone',
            label: '手机号',
            children: phone ? `${phone}（${phoneVerified ? '已' : '未'}验证）` : NOTHING,
          },
          { key: 'username', label: '用户名', children: username ?? NOTHING },
          { key: 'wechat', label: '微信', children: hasWechat ? '已绑定' : '未绑定' },
          { key: 'created', label: '注册时间', children: when(side.createdAt) },
          { key: 'seen', label: '最近登录', children: when(side.lastSeenAt) },
        ]}
      />
      <HoldingsList userId={id} holdings={holdings} />
    </Card>
  )
}

/** The effect of the merge as text: what moves, what is lost, and that it cannot be undone. */
function effectOf(from: MergeSide, into: MergeSide, kept: Kept | undefined): string {
  const wechat =
    kept === undefined
      ? from.hasWechat && '微信转到保留的账号'
      : kept === 'from'
        ? `以后用「${from.nickname}」的微信登录，「${into.nickname}」原来的微信不再能登录`
        : `「${from.nickname}」的微信不再能登录`
  const phone =
    from.phone !== null &&
    (into.phone === null ? `手机号 ${from.phone} 转到保留的账号` : `手机号 ${from.phone} 不再使用`)
  const username =
    from.username !== null &&
    (into.username === null ? `用户名 ${from.username} 转到保留的账号` : `用户名 ${from.username} 不再能登录`)
  const gone = `账号「${from.nickname}」立即退出登录并消失，保留的账号没填过的资料从它带过来，还在审核的除外`
  const parts = [gone, wechat, phone, username].filter((part) => part !== false)
  return `${parts.join('；')}。合并后不能恢复，用户会收到通知。`
}
