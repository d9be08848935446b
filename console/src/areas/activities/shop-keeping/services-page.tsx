import { PlusOutlined } from '@ant-design/icons'
import {
  createService,
  type ServiceRecord,
  servicesOfMerchant,
  updateService,
} from '@paidang/api/areas/activities/merchant-shop'
import { MAX_JOB_FEN } from '@paidang/domain/areas/activities/stringing/string-job'
import { isAdmitted } from '@paidang/domain/kernel/access'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { Button, Flex, Form, Input, Select, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { useRead, useWrite } from '../../../platform/queries'
import { useSession } from '../../../platform/session'
import { ListTable } from '../../../ui/data-table'
import { FormModal } from '../../../ui/form-modal'
import { money } from '../../../ui/format'
import { YuanInput, yuanWithin } from '../../../ui/number-input'
import { Failed, Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { useSeen } from '../../../ui/use-seen'

/** 服务与价格: the services of a shop, and their prices from now on. */
export function ServicesPage() {
  const role = useSession(({ staff }) => staff?.role)
  const isOwner = role !== undefined && isAdmitted(role, 'owner')
  const { doAfterAsking, doIt } = useAction()
  const update = useWrite(updateService, { changes: [servicesOfMerchant] })
  const read = useRead(servicesOfMerchant, {})
  const [edited, setEdited] = useState<ServiceRecord | 'new'>()

  const offer = ({ id, name, priceFen, isOffered, revision }: ServiceRecord) => {
    const body = { name, priceFen, isOffered: !isOffered, revision }
    const run = () => update.mutateAsync({ params: { id }, body })
    if (!isOffered) return void doIt({ run, done: `已恢复提供「${name}」` })
    doAfterAsking({
      title: `停止提供「${name}」？`,
      effect: '顾客下单时不能再选它；已下的订单照原样穿线、照原价结算。之后可以恢复。',
      okText: '停止提供',
      run,
      done: `已停止提供「${name}」`,
    })
  }
  return (
    <Page
      title="服务与价格"
      about={isOwner ? '改动只影响之后的订单，已下的订单按下单时的名称和价格' : '由店主维护'}
      actions={
        isOwner && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited('new')}>
            新增服务
          </Button>
        )
      }
    >
      {read.isError && !read.data ? (
        <Failed error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <ServiceTable
          services={read.data}
          actions={
            isOwner
              ? (service) => (
                  <Flex gap={4}>
                    <Button size="small" onClick={() => setEdited(service)}>
                      修改
                    </Button>
                    <Button size="small" type="link" danger={service.isOffered} onClick={() => offer(service)}>
                      {service.isOffered ? '停止提供' : '恢复提供'}
                    </Button>
                  </Flex>
                )
              : undefined
          }
        />
      )}
      {edited && (
        <ServiceModal
          service={edited === 'new' ? undefined : (read.data?.find(({ id }) => id === edited.id) ?? edited)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  )
}

const options = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))

type Typed = Pick<ServiceRecord, 'kind' | 'sport' | 'name' | 'priceFen'>

function ServiceModal({ service, onClose }: { service: ServiceRecord | undefined; onClose: () => void }) {
  const { doIt } = useAction()
  const create = useWrite(createService, { changes: [servicesOfMerchant] })
  const update = useWrite(updateService, { changes: [servicesOfMerchant] })
  const { seen, key, notice, typing } = useSeen(service)
  const save = ({ name, priceFen, kind, sport }: Typed) => {
    if (!seen) return create.mutateAsync({ body: { name, priceFen, kind, sport } })
    const { id, isOffered, revision } = seen
    return update.mutateAsync({ params: { id }, body: { name, priceFen, isOffered, revision } })
  }
  const submit = async (typed: Typed) =>
    (await doIt({ run: () => typing.save(() => save(typed)), done: '服务已保存' })) !== undefined
  return (
    <FormModal<Typed>
      key={key}
      title={seen ? `修改 · ${seen.name}` : '新增服务'}
      okText="保存"
      initialValues={seen ?? { kind: 'LABOUR', sport: 'tennis' }}
      onSubmit={submit}
      onClose={onClose}
      onTyped={typing.onTyped}
    >
      {notice}
      <Form.Item name="kind" label="类型" extra="手工费每单必选一项，加项由顾客自选">
        <Select options={options(SERVICE_KINDS)} disabled={service !== undefined} />
      </Form.Item>
      <Form.Item name="sport" label="项目">
        <Select options={options(SPORT_NAMES)} disabled={service !== undefined} />
      </Form.Item>
      <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
        <Input maxLength={20} autoFocus />
      </Form.Item>
      <Form.Item
        name="priceFen"
        label="价格"
        rules={[{ required: true, message: '请填写价格' }, yuanWithin(0, MAX_JOB_FEN)]}
      >
        <YuanInput />
      </Form.Item>
    </FormModal>
  )
}

const SERVICE_KINDS: Record<ServiceRecord['kind'], string> = { LABOUR: '手工费', EXTRA: '加项' }

type ServiceTableProps = {
  /** Undefined until the server has answered. */
  services: readonly ServiceRecord[] | undefined
  /** The actions on each; undefined for read-only users. */
  actions?: ((service: ServiceRecord) => ReactNode) | undefined
}

/** The services of a shop, present and past. */
export function ServiceTable({ services, actions }: ServiceTableProps) {
  return (
    <ListTable<ServiceRecord>
      rowKey="id"
      rows={services}
      empty="还没有服务"
      columns={[
        { title: '名称', dataIndex: 'name' },
        { title: '类型', render: (_, { kind }) => SERVICE_KINDS[kind] },
        { title: '项目', render: (_, { sport }) => SPORT_NAMES[sport] },
        { title: '价格', dataIndex: 'priceFen', align: 'right', render: money },
        {
          title: '状态',
          render: (_, { isOffered }) => (
            <Tag color={isOffered ? 'green' : 'default'}>{isOffered ? '提供中' : '已停止'}</Tag>
          ),
        },
        ...(actions
          ? [{ title: '操作', fixed: 'end' as const, render: (_: unknown, service: ServiceRecord) => actions(service) }]
          : []),
      ]}
    />
  )
}
