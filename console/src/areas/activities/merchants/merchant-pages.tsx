import { PlusOutlined } from '@ant-design/icons'
import {
  createMerchant,
  getMerchantFile,
  type MerchantRow,
  publishMerchant,
  queryMerchants,
  updateMerchant,
} from '@paidang/api/areas/activities/admin-merchants'
import type { ShopDetails, ShopRecord } from '@paidang/api/areas/activities/merchant-shop'
import { Button, Card, Tabs, Tag } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { FormModal } from '../../../ui/form-modal'
import { NOTHING, when } from '../../../ui/format'
import { Opening, Page } from '../../../ui/page'
import { useTableAddress } from '../../../ui/table-address'
import { useAction, useGoOn } from '../../../ui/use-action'
import { StaffTable } from '../../desks/staff-accounts/accounts'
import { ServiceTable } from '../shop-keeping/services-page'
import { DEFAULT_DETAILS, factsOf, ShopFields, ShopForm, usePublishing } from './shop-fields'

/** 穿线商家: every stringing shop, published or not. */
export function MerchantsPage() {
  const goOn = useGoOn()
  const { doIt } = useAction()
  const create = useWrite(createMerchant, { changes: [queryMerchants] })
  const [isCreating, setIsCreating] = useState(false)
  const submit = async (facts: ShopDetails) => {
    const run = () => create.mutateAsync({ body: factsOf(facts) })
    const made = await doIt({ run, done: '商家已新增，上架前拍档里看不到' })
    if (made) goOn(`/merchants/${made.id}`)
    return made !== undefined
  }
  return (
    <Page
      title="穿线商家"
      actions={
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setIsCreating(true)}>
          新增商家
        </Button>
      }
    >
      <DataTable
        endpoint={queryMerchants}
        rowKey={({ id }) => id}
        usualSort={{ sort: 'createTime', sord: 'desc' }}
        what="商家"
        empty="还没有商家。新增商家和店员账号，商家资料上线后球员才能下单"
        hrefOf={({ id }) => `/merchants/${id}`}
        filters={[
          { kind: 'text', name: 'keyword', label: '名称、地址或电话' },
          { kind: 'text', name: 'city', label: '城市' },
          {
            kind: 'choice',
            name: 'isPublished',
            label: '上架状态',
            options: [
              { value: 'true', label: '已上架' },
              { value: 'false', label: '未上架' },
            ],
          },
        ]}
        columns={[
          { title: '名称', dataIndex: 'name' },
          { title: '城市', render: (_, { city, district }: MerchantRow) => `${city} ${district}` },
          { title: '电话', dataIndex: 'phone' },
          {
            title: '评分',
            key: 'rating',
            sorter: true,
            align: 'right',
            render: (_, { rating, ratingCount }: MerchantRow) =>
              rating === null ? NOTHING : `${rating.toFixed(1)}（${ratingCount}）`,
          },
          { title: '近 30 天完成', key: 'monthJobs', sorter: true, align: 'right', dataIndex: 'monthJobs' },
          { title: '账号', dataIndex: 'staffCount', align: 'right' },
          {
            title: '入驻时间',
            key: 'createTime',
            sorter: true,
            render: (_, { createTime }: MerchantRow) => when(createTime),
          },
          {
            title: '状态',
            render: (_, { isPublished }: MerchantRow) => (
              <Tag color={isPublished ? 'green' : 'default'}>{isPublished ? '已上架' : '未上架'}</Tag>
            ),
          },
        ]}
      />
      {isCreating && (
        <FormModal<ShopDetails>
          title="新增商家"
          okText="新增"
          width={860}
          initialValues={DEFAULT_DETAILS}
          onSubmit={submit}
          onClose={() => setIsCreating(false)}
        >
          <ShopFields />
        </FormModal>
      )}
    </Page>
  )
}

const CHANGES = { changes: [getMerchantFile, queryMerchants] }

/** A stringing shop for operators: its facts, services, and accounts. */
export function MerchantPage() {
  const { id = '' } = useParams()
  const { filterOf, setFilters } = useTableAddress()
  const askToPublish = usePublishing()
  const publish = useWrite(publishMerchant, CHANGES)
  const read = useRead(getMerchantFile, { params: { id } })
  if (read.isError || read.data?.shop.id !== id) return <Opening name="商家" list="/merchants" read={read} />
  const { shop, services } = read.data
  return (
    <Page
      title={shop.name}
      about={<Tag color={shop.isPublished ? 'green' : 'default'}>{shop.isPublished ? '已上架' : '未上架'}</Tag>}
      actions={
        <>
          <Link to={`/stringing-orders?merchantId=${id}`}>
            <Button tabIndex={-1}>穿线订单</Button>
          </Link>
          <Button
            danger={shop.isPublished}
            onClick={() =>
              askToPublish(shop, (isPublished) =>
                publish.mutateAsync({ params: { id }, body: { isPublished, revision: shop.revision } }),
              )
            }
          >
            {shop.isPublished ? '下架' : '上架'}
          </Button>
        </>
      }
    >
      <Tabs
        activeKey={filterOf('tab') ?? 'facts'}
        onChange={(tab) => setFilters({ tab: tab === 'facts' ? undefined : tab })}
        items={[
          { key: 'facts', label: '资料', children: <Facts key={shop.id} shop={shop} /> },
          { key: 'services', label: '服务与价格', children: <ServiceTable services={services} /> },
          { key: 'staff', label: '账号', children: <Accounts merchantId={shop.id} /> },
        ]}
      />
    </Page>
  )
}

function Facts({ shop }: { shop: ShopRecord }) {
  const { mutateAsync } = useWrite(updateMerchant, CHANGES)
  return (
    <Card style={{ maxWidth: 960 }}>
      <ShopForm
        shop={shop}
        update={(body) => mutateAsync({ params: { id: shop.id }, body })}
        done="资料已保存，拍档里已更新"
      />
    </Card>
  )
}

function Accounts({ merchantId }: { merchantId: string }) {
  const [isCreating, setIsCreating] = useState(false)
  return (
    <>
      <Button icon={<PlusOutlined />} onClick={() => setIsCreating(true)} style={{ marginBottom: 12 }}>
        新增账号
      </Button>
      <StaffTable
        merchantId={merchantId}
        creating={isCreating ? { title: '新增商家账号', lead: '店主' } : undefined}
        onCreated={() => setIsCreating(false)}
      />
    </>
  )
}
