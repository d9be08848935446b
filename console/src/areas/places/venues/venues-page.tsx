import { PlusOutlined } from '@ant-design/icons'
import { createVenue } from '@paidang/api/areas/places/admin-venues'
import { type ManagedVenue, queryVenues } from '@paidang/api/areas/places/venues'
import { MAX_COURTS } from '@paidang/domain/areas/places/venues/court-rows'
import { VENUE_STATE_NAMES, VENUE_STATES } from '@paidang/domain/areas/places/venues/venue-state'
import { DEFAULT_FIRST_START, DEFAULT_LAST_START } from '@paidang/domain/kernel/half-hour'
import { Button, Card, Form, Input, Radio } from 'antd'
import { Link } from 'react-router'
import { useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { NOTHING, when } from '../../../ui/format'
import { NumberInput, within } from '../../../ui/number-input'
import { Page } from '../../../ui/page'
import { useAction, useGoOn } from '../../../ui/use-action'
import { useSeen } from '../../../ui/use-seen'
import { factsOf, type TypedVenue, VenueFields } from './venue-form'
import { StateTag } from './venue-labels'

/** All venues, those with upcoming events first. Source: specification §7 "Venues" */
export function VenuesPage() {
  return (
    <Page
      title="场馆"
      about="按最近一次上课或开球排序"
      actions={
        <Link to="/venues/new">
          <Button type="primary" icon={<PlusOutlined />}>
            新增场馆
          </Button>
        </Link>
      }
    >
      <DataTable
        endpoint={queryVenues}
        rowKey={({ id }) => id}
        usualSort={{ sort: 'activityTime', sord: 'desc' }}
        what="场馆"
        empty="还没有场馆。新增一家，或在待办里审核教练提交的场馆"
        hrefOf={({ id }) => `/venues/${id}`}
        filters={[
          { kind: 'text', name: 'keyword', label: '名称或地址' },
          { kind: 'text', name: 'city', label: '城市' },
          {
            kind: 'choice',
            name: 'state',
            label: '状态',
            options: VENUE_STATES.map((value) => ({ value, label: VENUE_STATE_NAMES[value] })),
          },
        ]}
        columns={[
          { title: '名称', dataIndex: 'name' },
          { title: '城市', render: (_, { city, district }: ManagedVenue) => `${city} ${district}` },
          { title: '场地', dataIndex: 'courtCount', align: 'right' },
          { title: '教练', dataIndex: 'coachCount', align: 'right' },
          { title: '待审关联', dataIndex: 'waitingRequests', align: 'right' },
          { title: '提交人', dataIndex: 'creatorName', render: (name: string | null) => name ?? NOTHING },
          {
            title: '最近活动',
            key: 'activityTime',
            sorter: true,
            sortDirections: ['descend', 'ascend', 'descend'],
            render: (_, { activityTime }: ManagedVenue) => when(activityTime),
          },
          { title: '状态', render: (_, { state }: ManagedVenue) => <StateTag state={state} /> },
        ]}
      />
    </Page>
  )
}

type Typed = TypedVenue & { courtsBy: 'count' | 'codes'; courtCount: number; courtCodes?: string }

const USUAL: Partial<Typed> = {
  pictures: [],
  firstStart: DEFAULT_FIRST_START,
  lastStart: DEFAULT_LAST_START,
  courtsBy: 'count',
  courtCount: 4,
}

/** Creates a venue on behalf of the platform. */
export function NewVenuePage() {
  const goOn = useGoOn()
  const { doIt } = useAction()
  const { typing } = useSeen(undefined)
  const create = useWrite(createVenue, { changes: [queryVenues] })
  const submit = async ({ courtsBy, courtCount, courtCodes = '', ...typed }: Typed) => {
    const courts = courtsBy === 'count' ? { courtCount } : { courtCodes }
    const made = await doIt({
      run: () => typing.save(() => create.mutateAsync({ body: { ...factsOf(typed), ...courts } })),
      done: '场馆已新增，拍档里可以预约',
    })
    if (made) goOn(`/venues/${made.venue.id}`, { replace: true })
  }
  return (
    <Page title="新增场馆" about="保存后立即开放，无需审核">
      <Card style={{ maxWidth: 960 }}>
        <Form<Typed>
          layout="vertical"
          requiredMark={false}
          initialValues={USUAL}
          onValuesChange={typing.onTyped}
          onFinish={submit}
          scrollToFirstError
        >
          <VenueFields />
          <Form.Item name="courtsBy" label="场地">
            <Radio.Group
              options={[
                { value: 'count', label: '按数量' },
                { value: 'codes', label: '按名称' },
              ]}
            />
          </Form.Item>
          <Form.Item noStyle dependencies={['courtsBy']}>
            {({ getFieldValue }) => (getFieldValue('courtsBy') === 'count' ? <CountField /> : <CodesField />)}
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={create.isPending}>
            新增场馆
          </Button>
        </Form>
      </Card>
    </Page>
  )
}

function CountField() {
  return (
    <Form.Item
      name="courtCount"
      label="场地数量"
      extra="依次命名为 场地1、场地2……，新增后可以改名"
      rules={[{ required: true, message: '请填写场地数量' }, within({ min: 1, max: MAX_COURTS, unit: ' 片' })]}
    >
      <NumberInput suffix="片" style={{ width: 160 }} />
    </Form.Item>
  )
}

function CodesField() {
  return (
    <Form.Item
      name="courtCodes"
      label="场地名称"
      extra="用逗号隔开，如：A1,A2,中心场"
      rules={[{ required: true, whitespace: true, message: '请填写场地名称' }]}
    >
      <Input maxLength={400} />
    </Form.Item>
  )
}
