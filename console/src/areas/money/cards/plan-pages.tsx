import { PlusOutlined } from '@ant-design/icons'
import {
  createPlan,
  type ManagedPlan,
  type PlanDetail,
  queryPlans,
  readPlan,
  updatePlan,
} from '@paidang/api/areas/money/admin-top-ups'
import { errors } from '@paidang/api/catalogue/errors'
import { MAX_CARD_FEN, MIN_TOP_UP_FEN, whyNotPlan } from '@paidang/domain/areas/money/cards/stored-card'
import { Button, Card, Form, Switch, Tag } from 'antd'
import { Link, useParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { useSession } from '../../../platform/session'
import { AuditEventsCard } from '../../../ui/audit-events-card'
import { DataTable } from '../../../ui/data-table'
import { money, when } from '../../../ui/format'
import { YuanInput, yuanWithin } from '../../../ui/number-input'
import { Opening, Page } from '../../../ui/page'
import { useAction, useGoOn } from '../../../ui/use-action'
import { useSeen } from '../../../ui/use-seen'

/** The amounts that cards can be topped up with, on sale or not. */
export function PlansPage() {
  const isSenior = useSession(({ staff }) => staff?.role === 'senior')
  return (
    <Page
      title="充值方案"
      about="拍档里充值储值卡时的选项；由运营主管设置"
      actions={
        isSenior && (
          <Link to="/top-up-plans/new">
            <Button type="primary" icon={<PlusOutlined />} tabIndex={-1}>
              新增方案
            </Button>
          </Link>
        )
      }
    >
      <DataTable
        endpoint={queryPlans}
        rowKey={({ id }) => id}
        what="充值方案"
        empty="还没有充值方案。运营主管新增后，球员才能充值"
        hrefOf={({ id }) => `/top-up-plans/${id}`}
        filters={[
          {
            kind: 'choice',
            name: 'isOnSale',
            label: '状态',
            options: [
              { value: 'true', label: '在售' },
              { value: 'false', label: '停售' },
            ],
          },
        ]}
        columns={[
          { title: '编号', dataIndex: 'id', width: 90 },
          { title: '充值', align: 'right', render: (_, { principalFen }: ManagedPlan) => money(principalFen) },
          { title: '赠送', align: 'right', render: (_, { giftFen }: ManagedPlan) => money(giftFen) },
          { title: '新增时间', render: (_, { createTime }: ManagedPlan) => when(createTime) },
          { title: '状态', render: (_, { isOnSale }: ManagedPlan) => <OnSaleTag isOnSale={isOnSale} /> },
        ]}
      />
    </Page>
  )
}

/** Whether cards can be topped up with a plan. */
function OnSaleTag({ isOnSale }: { isOnSale: boolean }) {
  return <Tag color={isOnSale ? 'green' : 'default'}>{isOnSale ? '在售' : '停售'}</Tag>
}

type Typed = { principalFen: number; giftFen: number; isOnSale: boolean }

const CHANGES = { changes: [queryPlans, readPlan] }

/** One top-up plan: its form for a senior, and what was done to it. */
export function PlanPage() {
  const { id = '' } = useParams()
  const read = useRead(readPlan, { params: { id } })
  const plan = read.data?.id === id && !read.isError ? read.data : undefined
  if (!plan) return <Opening name="充值方案" list="/top-up-plans" read={read} />
  return (
    <Page
      title={`充 ${money(plan.principalFen)} 赠 ${money(plan.giftFen)}`}
      about={<OnSaleTag isOnSale={plan.isOnSale} />}
    >
      <PlanCard key={id} plan={plan} />
      <AuditEventsCard
        auditEvents={plan.auditEvents}
        about={{ kind: 'top-up-plan', id }}
        empty="还没有人操作过这个方案"
      />
    </Page>
  )
}

export function NewPlanPage() {
  return (
    <Page title="新增充值方案">
      <PlanCard plan={undefined} />
    </Page>
  )
}

function PlanCard({ plan }: { plan: PlanDetail | undefined }) {
  const goOn = useGoOn()
  const { doIt } = useAction()
  const isSenior = useSession(({ staff }) => staff?.role === 'senior')
  const { seen, key, notice, typing } = useSeen(plan)
  const create = useWrite(createPlan, CHANGES)
  const update = useWrite(updatePlan, CHANGES)
  const submit = async (body: Typed) => {
    const run = () =>
      seen
        ? update.mutateAsync({ params: { id: seen.id }, body: { ...body, revision: seen.revision } })
        : create.mutateAsync({ body })
    const saved = await doIt({ run: () => typing.save(run), done: seen ? '方案已保存' : '方案已新增' })
    if (saved && !seen) goOn(`/top-up-plans/${saved.id}`, { replace: true })
  }
  return (
    <Card style={{ maxWidth: 560 }}>
      {notice}
      <Form<Typed>
        scrollToFirstError
        key={key}
        layout="vertical"
        requiredMark={false}
        disabled={!isSenior}
        initialValues={seen ?? { giftFen: 0, isOnSale: true }}
        onValuesChange={typing.onTyped}
        onFinish={submit}
      >
        <Form.Item
          name="principalFen"
          label="充值金额"
          rules={[{ required: true, message: '请填写充值金额' }, yuanWithin(MIN_TOP_UP_FEN, MAX_CARD_FEN)]}
        >
          <YuanInput />
        </Form.Item>
        <Form.Item
          name="giftFen"
          label="赠送"
          extra="不超过充值金额的两成；退款时赠送的金额收回"
          dependencies={['principalFen']}
          rules={[
            { required: true, message: '请填写赠送金额，没有填 0' },
            yuanWithin(0, MAX_CARD_FEN),
            ({ getFieldsValue }) => ({
              validator: async () => {
                const refusal = whyNotPlan(getFieldsValue(['principalFen', 'giftFen']))
                if (refusal) throw new Error(errors[refusal].message)
              },
            }),
          ]}
        >
          <YuanInput />
        </Form.Item>
        <Form.Item
          name="isOnSale"
          label="在售"
          valuePropName="checked"
          extra="修改和停售只影响以后的充值；已下的订单按当时的金额"
        >
          <Switch />
        </Form.Item>
        {isSenior && (
          <Button type="primary" htmlType="submit" loading={create.isPending || update.isPending}>
            {seen ? '保存' : '新增方案'}
          </Button>
        )}
      </Form>
    </Card>
  )
}
