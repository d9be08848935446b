import { PlusOutlined } from '@ant-design/icons'
import { changePackage, createPackage, type ManagedPackage, managedPackages } from '@paidang/api/areas/money/packages'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { WHOLE_REFUND_DAYS } from '@paidang/domain/areas/money/contracts/course-refund'
import {
  packageFaults,
  packageHourFen,
  REFUND_RULES,
  type RefundRule,
} from '@paidang/domain/areas/money/contracts/package'
import { dayOf, formatDotDay } from '@paidang/domain/kernel/day'
import { Alert, Button, Card, Empty, Flex, Form, type FormRule, Radio, Select, Table, Tag, Typography } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { money, NOTHING } from '../../../ui/format'
import { NumberInput, YuanInput } from '../../../ui/number-input'
import { Failed, Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'

type Terms = Pick<ManagedPackage, 'hours' | 'giftHours' | 'priceFen' | 'validDays' | 'refundRule' | 'isOnSale'>
type Typed = Omit<Terms, 'isOnSale'> & { courseId: string }
/** The package that is changed, or a new one. */
type Editing = { id: string } | 'new'

const CHANGES = { changes: [managedPackages] }

/** Packages by course, each course with a row of its own above them. */
function rowsOf(packages: readonly ManagedPackage[]) {
  return packages.flatMap((sold, at) => {
    const row = { key: sold.id, course: sold.course, sold }
    const isFirst = sold.course.id !== packages[at - 1]?.course.id
    return isFirst ? [{ key: `course ${sold.course.id}`, course: sold.course, sold: null }, row] : [row]
  })
}
type Row = ReturnType<typeof rowsOf>[number]

const COLUMNS = 7

/** 课包: what the company sells of its courses, and what was sold. */
export function PackagesPage() {
  const { data, error, isError, refetch } = useRead(managedPackages, {})
  const navigate = useNavigate()
  const [editing, setEditing] = useState<Editing>()
  const [isAll, setIsAll] = useState(false)
  if (!data) return <Page title="课包">{isError && <Failed error={error} onRetry={refetch} />}</Page>
  const { packages, courses } = data
  const shown = packages.filter(({ isOnSale }) => isOnSale || isAll)
  const chosen = editing && editing !== 'new' ? packages.find(({ id }) => id === editing.id) : undefined
  const sold = packages.reduce((sum, { soldCount }) => sum + soldCount, 0)
  const soldFen = packages.reduce((sum, { soldFen }) => sum + soldFen, 0)
  const refundedFen = packages.reduce((sum, { refundedFen }) => sum + refundedFen, 0)
  const column = (title: string, isNumber: boolean, text: (sold: ManagedPackage) => string | number) => ({
    title,
    align: isNumber ? ('right' as const) : ('left' as const),
    onCell: ({ sold }: Row) => (sold ? {} : { colSpan: 0 }),
    render: (_: unknown, { sold }: Row) => sold && text(sold),
  })
  return (
    <Page
      title="课包"
      about={`${packages.filter(({ isOnSale }) => isOnSale).length} 种在售，累计售出 ${sold} 份，${money(soldFen)}${refundedFen > 0 ? `，退课 ${money(refundedFen)}` : ''}；改价或改规则会生成新版本，已买的人照旧`}
      actions={
        <Flex gap={8} align="center">
          <Select
            aria-label="显示"
            value={isAll}
            onChange={setIsAll}
            options={[
              { value: false, label: '在售' },
              { value: true, label: '全部' },
            ]}
          />
          <Button onClick={() => navigate('/packages/caps')}>购课上限</Button>
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
            新建课包
          </Button>
        </Flex>
      }
    >
      <Flex gap={16} align="start" wrap>
        <Table<Row>
          style={{ flex: '3 1 560px', minWidth: 0 }}
          size="middle"
          pagination={false}
          scroll={{ x: true }}
          locale={{
            emptyText: (
              <Empty description={packages.length > 0 ? '没有在售的课包' : '还没有课包，学员只能找教练缔约'} />
            ),
          }}
          dataSource={rowsOf(shown)}
          onRow={({ sold }) =>
            sold && sold.id === chosen?.id ? { style: { background: 'var(--ant-color-primary-bg)' } } : {}
          }
          columns={[
            {
              title: '课包',
              onCell: ({ sold }) => (sold ? {} : { colSpan: COLUMNS }),
              render: (_, { sold, course }) =>
                sold ? (
                  <Flex gap={8} align="center">
                    <Button type="link" size="small" onClick={() => setEditing({ id: sold.id })}>
                      {`${sold.hours} 课时`}
                    </Button>
                    {sold.refundRule === 'FIRST_DAYS' && <Tag color="gold">{`${WHOLE_REFUND_DAYS} 天后不退`}</Tag>}
                    {!sold.isOnSale && <Tag>停售</Tag>}
                  </Flex>
                ) : (
                  <strong>{course.isDeleted ? `${course.courseName}（课程已删除）` : course.courseName}</strong>
                ),
            },
            column('售价', true, ({ priceFen }) => money(priceFen)),
            column('每课时', true, (sold) => money(packageHourFen(sold))),
            column('有效期', false, ({ validDays }) => `${validDays} 天`),
            column('赠课时', false, ({ giftHours }) => (giftHours > 0 ? `赠 ${giftHours}` : NOTHING)),
            column('已售', true, ({ soldCount }) => soldCount),
            column('还在用', true, ({ usedCount }) => usedCount),
          ]}
        />
        {editing === 'new' && (
          <Editor
            key="new"
            sold={undefined}
            courses={courses}
            onClose={() => setEditing(undefined)}
            onSaved={(id) => setEditing({ id })}
          />
        )}
        {chosen && (
          <Editor
            key={`${chosen.id} ${chosen.version}`}
            sold={chosen}
            courses={courses}
            onClose={() => setEditing(undefined)}
            onSaved={(id) => setEditing({ id })}
          />
        )}
      </Flex>
    </Page>
  )
}

/** What each rule says, and what it means. */
const RULE_TEXTS: Record<RefundRule, { name: string; about: string }> = {
  UNUSED: {
    name: `${WHOLE_REFUND_DAYS} 天内没用过全额退，之后按未用课时退`,
    about: '未用课时 × 实付单价；赠课时最后用，不退钱',
  },
  FIRST_DAYS: {
    name: `${WHOLE_REFUND_DAYS} 天内没用过全额退，之后不退`,
    about: '买之前会提示，未成年人不能买；停业或不再开课时，未用课时照退',
  },
}

/** The rule of a field: what is wrong with its own term. An empty one is asked for by another rule. */
const soundRule = (field: 'hours' | 'giftHours' | 'priceFen' | 'validDays') =>
  (({ getFieldsValue }) => ({
    validator: async (_: unknown, typed?: number | null) => {
      const fault = packageFaults(getFieldsValue(['hours', 'giftHours', 'priceFen', 'validDays']))[field]
      if (fault && typed !== undefined && typed !== null) throw new Error(errors[fault].message)
    },
  })) satisfies FormRule

type EditorProps = {
  sold: ManagedPackage | undefined
  courses: { id: string; courseName: string; pricePerSession: number }[]
  onClose: () => void
  onSaved: (id: string) => void
}

/** The terms of one package. Saving makes the next version, and says what stays. */
function Editor({ sold, courses, onClose, onSaved }: EditorProps) {
  const [form] = Form.useForm<Typed>()
  const initial: Partial<Typed> = sold ?? { giftHours: 0, validDays: 180, refundRule: 'UNUSED' }
  // What is watched is known a frame later.
  const typed = (Form.useWatch([], form) as Partial<Typed> | undefined) ?? initial
  const { doIt } = useAction()
  const create = useWrite(createPackage, CHANGES)
  const change = useWrite(changePackage, CHANGES)
  const save = async ({ courseId, ...terms }: Typed) => {
    const run = () =>
      sold
        ? change.mutateAsync({ params: { id: sold.id }, body: { ...terms, isOnSale: true, version: sold.version } })
        : create.mutateAsync({ body: { courseId, ...terms, isOnSale: true } })
    const done = ({ version }: ManagedPackage) => (version === sold?.version ? '没有改动' : '已保存新版本')
    const saved = await doIt({ run, done: sold ? done : '课包已新建' })
    if (saved) onSaved(saved.id)
  }
  const stop = ({ id, version, hours, giftHours, priceFen, validDays, refundRule }: ManagedPackage) =>
    doIt({
      run: () =>
        change.mutateAsync({
          params: { id },
          body: { hours, giftHours, priceFen, validDays, refundRule, isOnSale: false, version },
        }),
      done: '已停售，已买的课时照常使用',
    })
  const isOutdated = change.error instanceof ApiError && change.error.code === 'package_changed'
  const isPriced = typed.hours && typed.priceFen && typed.priceFen % typed.hours === 0
  const hourText = isPriced ? money(packageHourFen({ hours: typed.hours ?? 1, priceFen: typed.priceFen ?? 0 })) : '—'
  return (
    <Card
      style={{ flex: '2 1 360px' }}
      title={sold ? `${sold.course.courseName}，${sold.hours} 课时` : '新建课包'}
      extra={
        sold && (
          <Tag color={sold.isOnSale ? 'green' : 'default'}>
            {`${sold.isOnSale ? '在售' : '停售'}，第 ${sold.version} 版`}
          </Tag>
        )
      }
    >
      {isOutdated && <Alert type="warning" showIcon title="别人刚改过，下面是最新内容" style={{ marginBottom: 16 }} />}
      <Form<Typed>
        form={form}
        layout="vertical"
        requiredMark={false}
        scrollToFirstError={{ focus: true }}
        initialValues={initial}
        onFinish={save}
      >
        {!sold && (
          <Form.Item name="courseId" label="课程" rules={[{ required: true, message: '请选择课程' }]}>
            <Select
              options={courses.map(({ id, courseName, pricePerSession }) => ({
                value: id,
                label: `${courseName}，单价 ${money(pricePerSession)}`,
              }))}
              notFoundContent="还没有课程，请先在拍档里添加"
            />
          </Form.Item>
        )}
        <Form.Item name="hours" label="课时" rules={[{ required: true, message: '请填写课时' }, soundRule('hours')]}>
          <NumberInput />
        </Form.Item>
        <Form.Item
          name="priceFen"
          label="售价"
          extra={`每课时 ${hourText}`}
          dependencies={['hours']}
          rules={[{ required: true, message: '请填写售价' }, soundRule('priceFen')]}
        >
          <YuanInput />
        </Form.Item>
        <Form.Item
          name="validDays"
          label="有效期（天）"
          rules={[{ required: true, message: '请填写有效期' }, soundRule('validDays')]}
        >
          <NumberInput />
        </Form.Item>
        <Form.Item
          name="giftHours"
          label="赠课时"
          dependencies={['hours']}
          rules={[{ required: true, message: '请填写赠课时，没有填 0' }, soundRule('giftHours')]}
        >
          <NumberInput />
        </Form.Item>
        <Form.Item name="refundRule" label="退课规则">
          <Radio.Group style={{ display: 'grid', gap: 12 }}>
            {REFUND_RULES.map((rule) => (
              <Radio key={rule} value={rule}>
                <strong>{RULE_TEXTS[rule].name}</strong>
                <br />
                <Typography.Text type="secondary">{RULE_TEXTS[rule].about}</Typography.Text>
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
        {sold && <Alert type="info" showIcon style={{ marginBottom: 16 }} title={stayingText(sold)} />}
        <Flex gap={8} wrap>
          {sold?.isOnSale && (
            <Button danger loading={change.isPending} onClick={() => stop(sold)}>
              停售
            </Button>
          )}
          <Flex gap={8} justify="end" flex={1}>
            <Button onClick={onClose}>取消</Button>
            <Button
              type="primary"
              htmlType="submit"
              loading={create.isPending || change.isPending}
              disabled={sold?.course.isDeleted ?? false}
            >
              {sold ? (sold.isOnSale ? '保存新版本' : '恢复在售') : '新建课包'}
            </Button>
          </Flex>
        </Flex>
      </Form>
      {sold && <Sold sold={sold} />}
      {sold && <Versions sold={sold} />}
    </Card>
  )
}

/** 22 份已售仍按 ¥7,600，退课时每课时退 ¥380. Where several prices were sold, they are the versions below. */
function stayingText({ version, versions, soldCount, openOrders }: ManagedPackage): string {
  const sold = versions.filter((one) => one.soldCount > 0)
  const [first] = sold
  const isOnePrice = first && sold.every(({ hours, priceFen }) => hours === first.hours && priceFen === first.priceFen)
  const isBack = sold.every(({ refundRule }) => refundRule === 'UNUSED')
  const price = isOnePrice
    ? `仍按 ${money(first.priceFen)}${isBack ? `，退课时每课时退 ${money(packageHourFen(first))}` : ''}`
    : '照旧价和旧规则'
  const parts = [
    ...(soldCount > 0 ? [`${soldCount} 份已售${price}`] : []),
    ...(openOrders > 0 ? [`正在付款的 ${openOrders} 单按旧版`] : []),
  ]
  return [`保存为第 ${version + 1} 版`, parts.join('；')].filter(Boolean).join('。').concat('。')
}

/** What was sold of it, and what of that was paid back. */
function Sold({ sold: { soldCount, soldHours, soldFen, refundedHours, refundedFen } }: { sold: ManagedPackage }) {
  if (soldCount === 0) return null
  const refunded = refundedHours > 0 ? `；退课 ${lessonHoursText(refundedHours)} 课时，${money(refundedFen)}` : ''
  return (
    <Typography.Paragraph
      style={{ marginTop: 16 }}
    >{`已售 ${soldCount} 份，${soldHours} 课时，${money(soldFen)}${refunded}`}</Typography.Paragraph>
  )
}

/** All versions with when each was valid and who made it, and how many of each were sold. */
function Versions({ sold: { versions } }: { sold: ManagedPackage }) {
  const dayText = (createTime: string) => formatDotDay(dayOf(new Date(createTime)))
  return (
    <>
      <Typography.Title level={5}>版本</Typography.Title>
      {versions.map((one, at) => {
        const { version, hours, giftHours, priceFen, validDays, refundRule, isOnSale, soldCount, madeBy } = one
        const next = versions[at - 1]
        const span = next
          ? `${dayText(one.createTime)} 至 ${dayText(next.createTime)}`
          : `${dayText(one.createTime)} 起`
        return (
          <Flex key={version} gap={8} justify="space-between" style={{ padding: '6px 0' }}>
            <strong style={{ flex: 'none' }}>{`第 ${version} 版`}</strong>
            <span style={{ flex: 1 }}>
              {[
                `${hours} 课时 ${money(priceFen)}`,
                `${validDays} 天`,
                giftHours > 0 && `赠 ${giftHours}`,
                refundRule === 'FIRST_DAYS' && `${WHOLE_REFUND_DAYS} 天后不退`,
                !isOnSale && '停售',
              ]
                .filter(Boolean)
                .join('，')}
              <br />
              <Typography.Text type="secondary">{`${span}，${madeBy}`}</Typography.Text>
            </span>
            <span style={{ flex: 'none' }}>{`售 ${soldCount}`}</span>
          </Flex>
        )
      })}
    </>
  )
}
