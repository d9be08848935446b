import { PlusOutlined } from '@ant-design/icons'
import { changePackage, createPackage, type ManagedPackage, managedPackages } from '@paidang/api/areas/money/packages'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { packageHourFen, whyNotPackage } from '@paidang/domain/areas/money/contracts/package'
import { Alert, Button, Card, Empty, Flex, Form, InputNumber, Select, Switch, Table, Tag, Typography } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { YuanInput } from '../../../ui/form-modal'
import { money, when } from '../../../ui/format'
import { Failed, Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'

type Terms = Pick<ManagedPackage, 'hours' | 'giftHours' | 'priceFen' | 'validDays' | 'isOnSale'>
type Typed = Terms & { courseId: string }
/** The package that is changed, or a new one. */
type Editing = { id: string } | 'new'

const CHANGES = { changes: [managedPackages] }

/** 课包: what the company sells of its courses, and what was sold. */
export function PackagesPage() {
  const { data, error, isError, refetch } = useRead(managedPackages, {})
  const navigate = useNavigate()
  const [editing, setEditing] = useState<Editing>()
  const [onlyOnSale, setOnlyOnSale] = useState(false)
  if (!data) return <Page title="课包">{isError && <Failed error={error} onRetry={refetch} />}</Page>
  const { packages, courses } = data
  const shown = packages.filter(({ isOnSale }) => isOnSale || !onlyOnSale)
  const chosen = editing && editing !== 'new' ? packages.find(({ id }) => id === editing.id) : undefined
  const sold = packages.reduce((sum, { soldCount }) => sum + soldCount, 0)
  const soldFen = packages.reduce((sum, { soldFen }) => sum + soldFen, 0)
  const refundedFen = packages.reduce((sum, { refundedFen }) => sum + refundedFen, 0)
  return (
    <Page
      title="课包"
      about={`${packages.filter(({ isOnSale }) => isOnSale).length} 种在售，累计售出 ${sold} 份，${money(soldFen)}${refundedFen > 0 ? `，退课 ${money(refundedFen)}` : ''}；改动会生成新版本，已买的人照旧`}
      actions={
        <Flex gap={8} align="center">
          <Switch
            checked={onlyOnSale}
            onChange={setOnlyOnSale}
            checkedChildren="只看在售"
            unCheckedChildren="全部"
            aria-label="只看在售"
          />
          <Button onClick={() => navigate('/packages/caps')}>购课上限</Button>
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
            新建课包
          </Button>
        </Flex>
      }
    >
      <Flex gap={16} align="start" wrap>
        <Table
          style={{ flex: '3 1 560px', minWidth: 0 }}
          size="middle"
          pagination={false}
          rowKey="id"
          scroll={{ x: true }}
          locale={{ emptyText: <Empty description="还没有课包，学员只能找教练缔约" /> }}
          dataSource={shown}
          columns={[
            { title: '课程', render: (_, { course }) => course.courseName },
            {
              title: '课包',
              render: (_, one) => (
                <Button type="link" size="small" onClick={() => setEditing({ id: one.id })}>
                  {`${one.hours} 课时`}
                </Button>
              ),
            },
            { title: '售价', align: 'right', render: (_, { priceFen }) => money(priceFen) },
            { title: '每课时', align: 'right', render: (_, one) => money(packageHourFen(one)) },
            { title: '有效期', render: (_, { validDays }) => `${validDays} 天` },
            { title: '赠课时', render: (_, { giftHours }) => (giftHours > 0 ? `赠 ${giftHours}` : '—') },
            { title: '已售', align: 'right', render: (_, { soldCount }) => soldCount },
            { title: '已售课时', align: 'right', render: (_, { soldHours }) => soldHours },
            { title: '收入', align: 'right', render: (_, { soldFen }) => money(soldFen) },
            {
              title: '退课',
              align: 'right',
              render: (_, { refundedHours, refundedFen }) =>
                refundedHours > 0 ? `${lessonHoursText(refundedHours)} 课时，${money(refundedFen)}` : '—',
            },
            {
              title: '状态',
              render: (_, { isOnSale }) => (
                <Tag color={isOnSale ? 'green' : 'default'}>{isOnSale ? '在售' : '停售'}</Tag>
              ),
            },
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

type EditorProps = {
  sold: ManagedPackage | undefined
  courses: { id: string; courseName: string; pricePerSession: number }[]
  onClose: () => void
  onSaved: (id: string) => void
}

/** The terms of one package. Saving makes the next version, and says what stays. */
function Editor({ sold, courses, onClose, onSaved }: EditorProps) {
  const [form] = Form.useForm<Typed>()
  const typed = Form.useWatch([], form) as Partial<Typed> | undefined
  const { doIt } = useAction()
  const create = useWrite(createPackage, CHANGES)
  const change = useWrite(changePackage, CHANGES)
  const save = async ({ courseId, ...terms }: Typed) => {
    const run = () =>
      sold
        ? change.mutateAsync({ params: { id: sold.id }, body: { ...terms, version: sold.version } })
        : create.mutateAsync({ body: { courseId, ...terms } })
    const saved = await doIt({ run, done: sold ? '已保存新版本' : '课包已新建' })
    if (saved) onSaved(saved.id)
  }
  const isOutdated = change.error instanceof ApiError && change.error.code === 'package_changed'
  const isPriced = typed?.hours && typed.priceFen && typed.priceFen % typed.hours === 0
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
        initialValues={sold ?? { giftHours: 0, validDays: 180, isOnSale: true }}
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
        <Form.Item name="hours" label="课时" rules={[{ required: true, message: '请填写课时' }]}>
          <InputNumber style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item
          name="priceFen"
          label="售价"
          extra={`每课时 ${hourText}`}
          dependencies={['hours', 'giftHours', 'validDays']}
          rules={[
            { required: true, message: '请填写售价' },
            ({ getFieldsValue }) => ({
              validator: async () => {
                const terms = getFieldsValue(['hours', 'giftHours', 'priceFen', 'validDays'])
                const refusal = terms.priceFen === undefined ? undefined : whyNotPackage(terms)
                if (refusal) throw new Error(errors[refusal].message)
              },
            }),
          ]}
        >
          <YuanInput />
        </Form.Item>
        <Form.Item name="validDays" label="有效期（天）" rules={[{ required: true, message: '请填写有效期' }]}>
          <InputNumber style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="giftHours" label="赠课时" rules={[{ required: true, message: '请填写赠课时，没有填 0' }]}>
          <InputNumber style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="isOnSale" label="在售" valuePropName="checked" extra="停售只是不再卖，已买的课时照常使用">
          <Switch />
        </Form.Item>
        {sold && (
          <Alert
            type="info"
            showIcon
            style={{ marginBottom: 16 }}
            title={`保存为第 ${sold.version + 1} 版。${sold.soldCount} 份已售照旧${sold.openOrders > 0 ? `；正在付款的 ${sold.openOrders} 单按旧版` : ''}。`}
          />
        )}
        <Flex gap={8} justify="end">
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" loading={create.isPending || change.isPending}>
            {sold ? '保存新版本' : '新建课包'}
          </Button>
        </Flex>
      </Form>
      {sold && <Versions sold={sold} />}
    </Card>
  )
}

/** All versions with who made them, and how many of each were sold. */
function Versions({ sold: { versions } }: { sold: ManagedPackage }) {
  return (
    <>
      <Typography.Title level={5}>版本</Typography.Title>
      {versions.map(({ version, hours, giftHours, priceFen, validDays, isOnSale, soldCount, madeBy, createTime }) => (
        <Flex key={version} gap={8} justify="space-between" style={{ padding: '6px 0' }}>
          <strong style={{ flex: 'none' }}>{`第 ${version} 版`}</strong>
          <span style={{ flex: 1 }}>
            {[
              `${hours} 课时 ${money(priceFen)}`,
              `${validDays} 天`,
              giftHours > 0 && `赠 ${giftHours}`,
              !isOnSale && '停售',
            ]
              .filter(Boolean)
              .join('，')}
            <br />
            <Typography.Text type="secondary">{`${when(createTime)} ${madeBy}`}</Typography.Text>
          </span>
          <span style={{ flex: 'none' }}>{`售 ${soldCount}`}</span>
        </Flex>
      ))}
    </>
  )
}
